// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The page: time, selection, controls. Tests reach it by window.crowdReplay.
'use strict';

/** Crowds up to this size get trails at first. */
const smallCrowd = 400;
/** A press that moves less is a click. [pixels] */
const clickTolerance = 5;
/** An agent whose radius is shown smaller is come nearer to when it is to be followed. [pixels] */
const worthFollowing = 6;
const narrowScreen = '(max-width: 699px)';

const byId = (id) => document.getElementById(id);

class Player {
	constructor(recording) {
		this.recording = recording;
		this.header = recording.header;
		this.last = recording.frames - 1;
		this.position = 0; // In frames, with a fraction between two of them.
		this.playing = false;
		this.loop = true;
		this.speed = 1;
		this.following = false;
		this.fps = 0;
		this.lastDraw = 0;
		this.drawRequested = false;

		this.view = new View(recording, byId('stage'));
		this.card = new AgentCard(recording, {
			select: (agent) => this.selectAndShow(agent),
			selectNearestWatched: () => this.selectAndShow(this.nearestWatched()),
			seek: (share) => this.seek(share * this.last),
			redraw: () => this.redraw(),
		});
		const { alarm, goal, door } = this.header.colors;
		const chart = (name, color, format) => new Chart(byId('run-charts'), { name, color, format, onSeek: (share) => this.seek(share * this.last) });
		this.charts = [
			[chart('Overlapping pairs', alarm, (value) => value.toLocaleString('en')), recording.pairs],
			[chart('Arrived', goal, (value) => value.toLocaleString('en')), recording.arrivals],
			[chart('Mean density', door, (value) => `${value.toFixed(2)} /m\u00b2`), recording.meanDensity],
		];
		this.charts.forEach(([each, values]) => each.show(values, recording.frames));
	}

	/** The frame to show, and how far to go to the next. */
	get moment() {
		const frame = Math.min(Math.floor(this.position), this.last);
		const share = frame < this.last ? this.position - frame : 0;
		const { time } = this.recording;
		const seconds = time[frame] + (share > 0 ? share * (time[frame + 1] - time[frame]) : 0);
		return { frame, share, seconds };
	}

	play() {
		if (this.last < 1) {
			return;
		}
		if (this.position >= this.last) {
			this.position = 0;
		}
		this.playing = true;
		this.lastDraw = 0;
		this.showPlaying();
		this.redraw();
	}

	/** Stops at a whole frame, where overlays belong. */
	pause() {
		this.playing = false;
		this.position = Math.floor(this.position);
		this.showPlaying();
		this.redraw();
	}

	togglePlaying() {
		this.playing ? this.pause() : this.play();
	}

	showPlaying() {
		const name = this.playing ? 'Pause' : 'Play';
		byId('play').setAttribute('aria-label', name);
		byId('play').querySelector('use').setAttribute('href', this.playing ? '#icon-pause' : '#icon-play');
	}

	seek(frame) {
		this.position = Math.min(Math.max(Math.round(frame), 0), this.last);
		this.redraw();
	}

	step(frames) {
		this.pause();
		this.seek(this.position + frames);
	}

	select(agent) {
		const done = this.card.select(agent);
		if (agent < 0) {
			this.follow(false);
		} else {
			byId('panel').scrollTop = 0;
		}
		this.redraw();
		return done;
	}

	/** Moves the view where the agent is not in it. */
	selectAndShow(agent) {
		this.select(agent);
		const { recording, moment, view } = this;
		if (recording.isThere(moment.frame, agent)) {
			const place = view.placeOf(agent, moment);
			if (place.x < 0 || place.y < 0 || place.x > view.width || place.y > view.height) {
				view.lookAt(recording.xAt(moment.frame, 0, agent), recording.yAt(moment.frame, 0, agent));
			}
		}
	}

	/** The agent with an overlay that is nearest to the selected one. */
	nearestWatched() {
		const { recording, moment } = this;
		const frame = Math.min(moment.frame, recording.present[this.card.agent] - 1);
		let best = -1;
		let bestDistance = Infinity;
		for (const agent of recording.overlayPlaces.keys()) {
			const there = Math.min(frame, recording.present[agent] - 1);
			const distance = Math.hypot(recording.xAt(there, 0, agent) - recording.xAt(frame, 0, this.card.agent),
				recording.yAt(there, 0, agent) - recording.yAt(frame, 0, this.card.agent));
			// One that has left is the last choice.
			const rank = recording.isThere(moment.frame, agent) ? distance : distance + 1e9;
			if (rank < bestDistance) {
				best = agent;
				bestDistance = rank;
			}
		}
		return best;
	}

	follow(on) {
		this.following = on && this.card.agent >= 0;
		const shown = this.following ? this.recording.radius[this.card.agent] * this.view.scale : Infinity;
		if (shown < worthFollowing) {
			this.view.zoom(2 * worthFollowing / shown);
		}
		byId('follow').setAttribute('aria-pressed', this.following);
		this.redraw();
	}

	setColoring(index) {
		this.view.coloring = index;
		[...byId('colorings').children].forEach((button, i) => {
			button.setAttribute('aria-checked', i === index);
			button.tabIndex = i === index ? 0 : -1;
		});
		showLegend(this.header, index);
		this.redraw();
	}

	setPanel(open) {
		byId('app').classList.toggle('no-panel', !open);
		byId('toggle-panel').setAttribute('aria-pressed', open);
	}

	redraw() {
		if (!this.drawRequested) {
			this.drawRequested = true;
			requestAnimationFrame((now) => this.draw(now));
		}
	}

	draw(now) {
		this.drawRequested = false;
		if (this.playing) {
			this.advance(now);
		}
		const { moment } = this;
		const { agent } = this.card;
		if (this.following && this.recording.isThere(moment.frame, agent)) {
			this.view.lookAt(this.recording.xAt(moment.frame, moment.share, agent), this.recording.yAt(moment.frame, moment.share, agent));
		}
		this.view.draw(moment, { agent, overlay: this.card.overlayAt(moment.frame), shown: this.card.shown });
		this.showMoment(moment);
		if (agent >= 0) {
			this.card.update(moment, now);
		}
		if (this.playing) {
			this.redraw();
		}
	}

	advance(now) {
		// After a pause, or when the page was hidden, time goes on from where it was.
		const seconds = this.lastDraw > 0 ? Math.min((now - this.lastDraw) / 1000, 0.25) : 0;
		if (seconds > 0) {
			this.fps += 0.1 * (1 / seconds - this.fps);
		}
		this.lastDraw = now;
		this.position += seconds * this.speed / (this.header.dt * this.header.stride);
		if (this.position >= this.last) {
			this.position = this.loop ? 0 : this.last;
			if (!this.loop) {
				this.pause();
			}
		}
	}

	showMoment(moment) {
		const scrub = byId('scrub');
		if (scrub.valueAsNumber !== moment.frame) {
			scrub.value = moment.frame;
			scrub.setAttribute('aria-valuetext', `${moment.seconds.toFixed(1)} seconds`);
		}
		const text = `${moment.seconds.toFixed(1)} / ${this.recording.time[this.last].toFixed(1)} s`;
		if (byId('time').textContent !== text) {
			byId('time').textContent = text;
		}
		this.charts.forEach(([chart]) => chart.moveTo(moment));
	}
}

// -------------------------------------------------------------------------------------------------- what the page says

function showTexts(header, recording) {
	document.title = header.title;
	byId('title').textContent = header.title;
	const parts = [`${header.agents.toLocaleString('en')} agents`, header.model, header.planner && `planner ${header.planner}`];
	if (header.stride > 1) {
		parts.push(`one step in ${header.stride} is shown`);
	}
	byId('subtitle').textContent = parts.filter(Boolean).join(' \u00b7 ');
	byId('subtitle').title = header.description;
	for (const [name, value] of header.summary) {
		const term = document.createElement('dt');
		term.textContent = name;
		const text = document.createElement('dd');
		text.textContent = value;
		byId('summary').append(term, text);
	}
	const watched = recording.overlayPlaces.size;
	byId('watch-note').textContent = watched === header.agents
		? 'Click an agent to see what it saw and decided.'
		: `Click an agent for its numbers. What it saw and decided was kept for ${watched} of ${header.agents.toLocaleString('en')}, those with a ring.`;
}

function showLegend(header, index) {
	const { name, legend, colors } = header.colorings[index];
	const element = (className, text = '') => {
		const created = document.createElement('div');
		created.className = className;
		created.textContent = text;
		return created;
	};
	const swatches = (names) => {
		const list = element('swatches');
		names.forEach((text, i) => {
			const swatch = document.createElement('span');
			swatch.textContent = text;
			swatch.style.setProperty('--swatch', colors[i]);
			list.append(swatch);
		});
		return list;
	};
	const parts = [];
	if (name === 'group') {
		const most = 12;
		parts.push(swatches(header.groups.slice(0, most).map((group) => `${group}`)));
		parts.push(element('', header.groups.length > most ? `${legend}, and ${header.groups.length - most} more` : legend));
	} else if (name === 'collision') {
		parts.push(swatches(['apart', 'overlaps another']));
	} else if (name === 'heading') {
		const wheel = element('wheel');
		const disc = document.createElement('i');
		// Headings go counter-clockwise from the right, CSS clockwise from the top.
		disc.style.background = `conic-gradient(from 90deg, ${[...colors.slice(0, -1), colors[0]].reverse().join(', ')})`;
		wheel.append(disc, legend);
		parts.push(wheel);
	} else {
		const ramp = element('ramp');
		ramp.style.background = `linear-gradient(to right, ${colors.join(', ')})`;
		parts.push(ramp, element('', legend));
	}
	byId('legend').replaceChildren(...parts);
}

function setThemeColors(header) {
	const root = document.documentElement.style;
	for (const [name, color] of Object.entries(header.colors)) {
		root.setProperty(`--${name}`, color);
	}
	root.setProperty('--accent', header.kinds[header.neighborKind].color);
}

// ------------------------------------------------------------------------------------------------------------- controls

function connectControls(player) {
	const { view, header } = player;
	byId('play').addEventListener('click', () => player.togglePlaying());
	byId('back').addEventListener('click', () => player.step(-1));
	byId('forward').addEventListener('click', () => player.step(1));
	byId('scrub').max = Math.max(player.last, 0);
	byId('scrub').addEventListener('input', (event) => player.seek(event.target.valueAsNumber));
	byId('speed').addEventListener('change', (event) => {
		player.speed = Number(event.target.value);
	});
	byId('loop').addEventListener('click', () => toggleLoop(player));
	byId('fit').addEventListener('click', () => fitView(player));
	byId('toggle-panel').addEventListener('click', () => player.setPanel(byId('app').classList.contains('no-panel')));
	byId('show-help').addEventListener('click', () => byId('help').showModal());
	byId('follow').addEventListener('click', () => player.follow(!player.following));
	byId('deselect').addEventListener('click', () => player.select(-1));
	byId('trails').addEventListener('change', (event) => {
		view.trailSeconds = Number(event.target.value);
		player.redraw();
	});
	header.colorings.forEach(({ name, legend }, index) => {
		const button = document.createElement('button');
		button.setAttribute('role', 'radio');
		button.textContent = name;
		button.title = `${legend} (${index + 1})`;
		button.addEventListener('click', () => player.setColoring(index));
		byId('colorings').append(button);
	});
	byId('colorings').addEventListener('keydown', (event) => {
		const turn = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
		if (turn) {
			event.preventDefault();
			event.stopPropagation();
			const count = header.colorings.length;
			player.setColoring((view.coloring + turn + count) % count);
			byId('colorings').children[view.coloring].focus();
		}
	});
	new ResizeObserver(() => {
		view.resize();
		player.redraw();
	}).observe(byId('stage'));
}

function toggleLoop(player) {
	player.loop = !player.loop;
	byId('loop').setAttribute('aria-pressed', player.loop);
}

function fitView(player) {
	player.follow(false);
	player.view.fit();
	player.redraw();
}

function connectKeys(player) {
	const { view } = player;
	const zoom = (factor) => () => {
		view.zoom(factor);
		player.redraw();
	};
	const framesOf = (event) => (event.shiftKey ? Math.max(1, Math.round(1 / (player.header.dt * player.header.stride))) : 1);
	const actions = {
		' ': () => player.togglePlaying(),
		ArrowLeft: (event) => player.step(-framesOf(event)),
		ArrowRight: (event) => player.step(framesOf(event)),
		Home: () => player.seek(0),
		End: () => player.seek(player.last),
		'+': zoom(1.25),
		'=': zoom(1.25),
		'-': zoom(0.8),
		0: () => fitView(player),
		f: () => player.follow(!player.following),
		l: () => toggleLoop(player),
		p: () => byId('toggle-panel').click(),
		'?': () => byId('help').showModal(),
		Escape: () => player.select(-1),
	};
	document.addEventListener('keydown', (event) => {
		// Buttons and lists have keys of their own.
		const { tagName } = event.target;
		const isOwn = (tagName === 'BUTTON' && event.key === ' ') || tagName === 'SELECT';
		if (event.ctrlKey || event.metaKey || event.altKey || isOwn || byId('help').open) {
			return;
		}
		const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
		const coloring = Number(key) - 1;
		if (actions[key]) {
			event.preventDefault();
			actions[key](event);
		} else if (player.header.colorings[coloring]) {
			player.setColoring(coloring);
		}
	});
}

/** Mouse, pen and fingers: one drags or clicks, two zoom. */
function connectPointers(player) {
	const { view } = player;
	const stage = byId('stage');
	const down = new Map();
	let travelled = 0;
	const placeOf = (event) => {
		const box = stage.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	};
	const spread = () => {
		const [a, b] = [...down.values()];
		return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
	};
	stage.addEventListener('pointerdown', (event) => {
		if (event.button !== 0) {
			return;
		}
		stage.setPointerCapture(event.pointerId);
		travelled = down.size > 0 ? Infinity : 0;
		down.set(event.pointerId, placeOf(event));
	});
	stage.addEventListener('pointermove', (event) => {
		const last = down.get(event.pointerId);
		if (!last) {
			return;
		}
		const place = placeOf(event);
		const before = down.size === 2 ? spread() : null;
		down.set(event.pointerId, place);
		travelled += Math.hypot(place.x - last.x, place.y - last.y);
		if (before) {
			const after = spread();
			view.pan(after.x - before.x, after.y - before.y);
			view.zoom(after.size / before.size, after.x, after.y);
		} else if (travelled > clickTolerance) {
			stage.classList.add('dragging');
			player.follow(false);
			view.pan(place.x - last.x, place.y - last.y);
		}
		player.redraw();
	});
	const release = (event) => {
		if (down.delete(event.pointerId) && event.type === 'pointerup' && travelled <= clickTolerance) {
			const place = placeOf(event);
			player.select(view.agentAt(place.x, place.y, player.moment));
		}
		stage.classList.remove('dragging');
	};
	stage.addEventListener('pointerup', release);
	stage.addEventListener('pointercancel', release);
	stage.addEventListener('dblclick', (event) => {
		const place = placeOf(event);
		if (view.agentAt(place.x, place.y, player.moment) < 0) {
			fitView(player);
		}
	});
	stage.addEventListener('wheel', (event) => {
		event.preventDefault();
		const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
		const place = player.following ? {} : placeOf(event);
		view.zoom(Math.exp(-Math.max(-240, Math.min(event.deltaY * lines, 240)) * 0.0016), place.x, place.y);
		player.redraw();
	}, { passive: false });
}

// ---------------------------------------------------------------------------------------------------------------- start

function showMessage(text) {
	byId('message').hidden = text === '';
	byId('message').textContent = text;
}

async function start() {
	if (typeof DecompressionStream === 'undefined') {
		showMessage('This browser is too old for this page: it cannot unpack compressed data (DecompressionStream).');
		return null;
	}
	const recording = await Recording.load(byId('data').textContent.trim());
	byId('data').remove();
	const { header } = recording;
	setThemeColors(header);
	showTexts(header, recording);
	if (recording.frames === 0) {
		showMessage('This run has no frames.');
		return null;
	}
	const player = new Player(recording);
	connectControls(player);
	connectKeys(player);
	connectPointers(player);
	const heading = header.colorings.findIndex(({ name }) => name === 'heading');
	player.setColoring(header.groups.length > 1 ? 0 : heading);
	player.view.trailSeconds = header.agents <= smallCrowd ? 3 : 0;
	byId('trails').value = player.view.trailSeconds;
	player.setPanel(!window.matchMedia(narrowScreen).matches);
	showMessage('');
	if (!showAddressed(player) && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
		player.play();
	}
	return player;
}

/** A link can lead to a moment and an agent: page.html#frame=120&agent=17. Whether this one does. */
function showAddressed(player) {
	const asked = new URLSearchParams(location.hash.slice(1));
	const numberOf = (name) => (/^\d{1,9}$/.test(asked.get(name)) ? Number(asked.get(name)) : -1);
	const [frame, agent] = [numberOf('frame'), numberOf('agent')];
	if (frame >= 0) {
		player.seek(frame);
	}
	if (agent >= 0 && agent < player.header.agents) {
		player.selectAndShow(agent);
		player.follow(true);
	}
	return frame >= 0;
}

const ready = start().catch((error) => {
	showMessage(`This page is damaged: ${error.message}`);
	throw error;
});

ready.then((player) => {
	window.crowdReplay = player && {
		get frame() {
			return player.moment.frame;
		},
		get playing() {
			return player.playing;
		},
		get fps() {
			return player.fps;
		},
		get selected() {
			return player.card.agent;
		},
		frames: player.recording.frames,
		quantum: player.recording.quantum,
		watched: [...player.recording.overlayPlaces.keys()],
		play: () => player.play(),
		pause: () => player.pause(),
		seek: (frame) => player.seek(frame),
		select: (agent) => player.select(agent),
		/** In metres; null: has left. */
		agentPosition(agent) {
			const { frame, share } = player.moment;
			return player.recording.isThere(frame, agent)
				? [player.recording.xAt(frame, share, agent), player.recording.yAt(frame, share, agent)]
				: null;
		},
		/** In pixels of the window. */
		agentScreenPosition(agent) {
			const box = byId('stage').getBoundingClientRect();
			const place = player.view.placeOf(agent, player.moment);
			return [box.left + place.x, box.top + place.y];
		},
	};
}, () => {});
