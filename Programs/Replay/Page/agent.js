// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The selected agent: its numbers, its velocity space, who is near it.
'use strict';

/** Neighbours are listed anew at most so often while the replay runs. [ms] */
const listInterval = 200;

class AgentCard {
	/** actions: { select(agent), selectNearestWatched(), seek(share), redraw() } */
	constructor(recording, actions) {
		this.recording = recording;
		this.header = recording.header;
		this.actions = actions;
		this.agent = -1;
		this.overlays = null;
		this.series = null;
		this.drawn = '';
		this.listedAt = 0;
		this.shown = this.header.kinds.map((kind) => kind.shown);
		this.element = document.getElementById('agent');
		this.inset = document.getElementById('inset');
		this.facts = new Map();
		const { goal, door } = this.header.colors;
		const charts = document.getElementById('agent-charts');
		const chart = (name, color, format) => new Chart(charts, { name, color, format, onSeek: actions.seek });
		this.charts = {
			speed: chart('Speed', this.header.kinds[recording.neighborKind].color, (value) => `${value.toFixed(2)} m/s`),
			density: chart('Density around it', door, (value) => `${value.toFixed(2)} /m\u00b2`),
			gap: chart('Gap to the nearest', goal, (value) => `${value.toFixed(2)} m`),
		};
		this.header.kinds.forEach((kind, index) => this.addToggle(kind, index));
		document.getElementById('nearest-watched').addEventListener('click', () => actions.selectNearestWatched());
		new ResizeObserver(() => {
			this.drawn = '';
			actions.redraw();
		}).observe(this.inset);
	}

	addToggle(kind, index) {
		const label = document.createElement('label');
		label.className = 'chip';
		label.style.setProperty('--swatch', kind.color);
		const box = document.createElement('input');
		box.type = 'checkbox';
		box.checked = kind.shown;
		box.addEventListener('change', () => {
			this.shown[index] = box.checked;
			this.drawn = '';
			this.actions.redraw();
		});
		if (!kind.kept) {
			box.disabled = true;
			label.title = 'Not kept, for want of room: run again with --watch and fewer agents.';
		}
		label.append(box, document.createElement('i'), kind.name);
		document.getElementById(kind.velocity ? 'velocity-kinds' : 'world-kinds').append(label);
	}

	async select(agent) {
		this.agent = agent;
		this.overlays = null;
		this.drawn = '';
		this.element.hidden = agent < 0;
		if (agent < 0) {
			return;
		}
		const recording = this.recording;
		document.getElementById('agent-name').textContent = `Agent ${agent}`;
		this.series = recording.seriesOf(agent);
		for (const name of Object.keys(this.charts)) {
			this.charts[name].show(this.series[name], recording.frames);
		}
		const note = document.getElementById('no-overlay');
		note.hidden = recording.hasOverlay(agent);
		document.getElementById('nearest-watched').hidden = recording.overlayPlaces.size === 0;
		document.getElementById('overlay').hidden = !recording.hasOverlay(agent);
		const option = document.createElement('code');
		option.textContent = `--watch ${agent}`;
		note.firstElementChild.replaceChildren('What this agent saw and decided was not kept. Run again with ', option, ' and fewer others to keep it.');
		const overlays = await recording.overlayOf(agent);
		if (this.agent === agent) {
			this.overlays = overlays;
			this.drawn = '';
			this.actions.redraw();
		}
	}

	/** The geometry of this frame, or null. */
	overlayAt(frame) {
		return (this.overlays && this.overlays.get(frame)) || null;
	}

	update(moment, now) {
		Object.values(this.charts).forEach((chart) => chart.moveTo(moment));
		const key = `${this.agent} ${moment.frame}`;
		if (key === this.drawn) {
			return;
		}
		const overlay = this.overlayAt(moment.frame);
		this.showFacts(moment.frame, overlay);
		this.drawInset(overlay);
		if (now - this.listedAt >= listInterval || this.drawn === '') {
			this.listedAt = now;
			this.listNeighbors(moment, overlay);
		}
		this.drawn = key;
	}

	showFacts(frame, overlay) {
		const { recording, agent, series } = this;
		const none = '\u2013';
		const there = recording.isThere(frame, agent);
		const nearest = there ? series.nearest[frame] : -1;
		const overlaps = there && recording.overlaps[frame * recording.agents + agent] !== 0;
		const state = !there ? 'has left' : frame >= recording.arrived[agent] ? 'has arrived' : 'under way';
		this.setFact('Group', `${this.header.groups[recording.group[agent]]}`);
		this.setFact('State', overlaps ? `${state}, overlaps` : state, overlaps);
		this.setFact('Speed', there ? `${series.speed[frame].toFixed(2)} of ${recording.maxSpeed[agent].toFixed(2)} m/s` : none);
		this.setFact('Density around it', there ? this.charts.density.format(series.density[frame]) : none);
		this.setFact('Nearest', nearest < 0 ? none : `agent ${nearest}, gap ${series.gap[frame].toFixed(2)} m`);
		this.setFact('Radius', `${recording.radius[agent].toFixed(2)} m`);
		const desired = !overlay ? none : overlay.relaxed ? 'nothing was free' : overlay.kept ? 'was kept from it' : 'was free';
		this.setFact('Desired velocity', desired, overlay !== null && overlay.relaxed);
	}

	setFact(name, text, alarm = false) {
		if (!this.facts.has(name)) {
			const term = document.createElement('dt');
			term.textContent = name;
			const value = document.createElement('dd');
			document.getElementById('agent-facts').append(term, value);
			this.facts.set(name, value);
		}
		const value = this.facts.get(name);
		value.classList.toggle('alarm', alarm);
		if (value.textContent !== text) {
			value.textContent = text;
		}
	}

	listNeighbors(moment, overlay) {
		const items = overlay ? overlay.items.filter((item) => item.kind === this.recording.neighborKind) : [];
		const avoided = items.filter((item) => item.reason === 0).length;
		document.getElementById('neighbor-count').textContent = `\u2013 ${avoided} of ${items.length} avoided`;
		const { recording, agent } = this;
		const rows = items.map((item) => {
			const reason = this.header.reasons[item.reason];
			const row = document.createElement('li');
			const button = document.createElement('button');
			const dot = document.createElement('i');
			dot.style.setProperty('--swatch', reason.color);
			const words = item.seconds > 0 ? `${reason.name}, ${item.seconds.toFixed(2)} s` : reason.name;
			const texts = [`${item.other}`, '', words].map((text) => {
				const span = document.createElement('span');
				span.textContent = text;
				return span;
			});
			if (recording.isThere(moment.frame, agent) && recording.isThere(moment.frame, item.other)) {
				const distance = Math.hypot(recording.xAt(moment.frame, 0, item.other) - recording.xAt(moment.frame, 0, agent),
					recording.yAt(moment.frame, 0, item.other) - recording.yAt(moment.frame, 0, agent));
				texts[1].textContent = `${distance.toFixed(2)} m`;
			}
			texts[2].className = 'reason';
			texts[2].title = words;
			button.append(dot, ...texts);
			button.addEventListener('click', () => this.actions.select(item.other));
			row.append(button);
			return row;
		});
		document.getElementById('neighbors').replaceChildren(...rows);
	}

	// ---------------------------------------------------------------------------------------------------- velocity space

	drawInset(overlay) {
		const canvas = this.inset;
		if (canvas.clientWidth === 0) {
			return;
		}
		fitCanvas(canvas);
		const context = canvas.getContext('2d');
		const ratio = window.devicePixelRatio || 1;
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.clearRect(0, 0, canvas.width, canvas.height);
		if (!overlay) {
			return;
		}
		const zoom = canvas.width / 2 / overlay.window;
		context.setTransform(zoom, 0, 0, -zoom, canvas.width / 2, canvas.height / 2);
		const pixel = ratio / zoom;
		this.drawAxes(context, overlay.window, pixel);
		// What is forbidden lies below, arrows above.
		for (const arrows of [false, true]) {
			for (const item of overlay.items) {
				const kind = this.header.kinds[item.kind];
				const isArrow = !item.closed && !(item.radius > 0);
				if (kind.velocity && this.shown[item.kind] && isArrow === arrows) {
					context.strokeStyle = withAlpha(kind.color, kind.lineAlpha);
					context.fillStyle = withAlpha(kind.color, isArrow ? kind.lineAlpha : kind.fillAlpha);
					isArrow ? this.drawArrow(context, item.points, pixel) : this.drawArea(context, item, kind, pixel);
				}
			}
		}
		this.labelAxes(context, canvas, overlay.window, ratio);
	}

	drawAxes(context, window, pixel) {
		context.beginPath();
		context.moveTo(-window, 0);
		context.lineTo(window, 0);
		context.moveTo(0, -window);
		context.lineTo(0, window);
		context.lineWidth = pixel;
		context.strokeStyle = this.header.colors.grid;
		context.stroke();
	}

	labelAxes(context, canvas, window, ratio) {
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.font = '10px system-ui, sans-serif';
		context.textAlign = 'right';
		context.textBaseline = 'bottom';
		context.fillStyle = withAlpha(this.header.colors.text, 0.6);
		context.fillText(`${window.toFixed(1)} m/s`, canvas.width / ratio - 6, canvas.height / ratio / 2 - 2);
	}

	drawArea(context, item, kind, pixel) {
		context.beginPath();
		if (item.radius > 0) {
			context.arc(item.points[0][0], item.points[0][1], item.radius, 0, 2 * Math.PI);
		} else {
			item.points.forEach(([x, y]) => context.lineTo(x, y));
			context.closePath();
		}
		if (kind.fillAlpha > 0) {
			context.fill();
		}
		context.lineWidth = 1.25 * pixel;
		context.stroke();
	}

	drawArrow(context, points, pixel) {
		const [[fromX, fromY], [x, y]] = points;
		const length = Math.hypot(x - fromX, y - fromY);
		context.lineWidth = 2.25 * pixel;
		if (length < 6 * pixel) {
			context.beginPath();
			context.arc(x, y, 3 * pixel, 0, 2 * Math.PI);
			context.fill();
			return;
		}
		const alongX = (x - fromX) / length * 8 * pixel;
		const alongY = (y - fromY) / length * 8 * pixel;
		context.beginPath();
		context.moveTo(fromX, fromY);
		context.lineTo(x - alongX * 0.8, y - alongY * 0.8);
		context.stroke();
		context.beginPath();
		context.moveTo(x, y);
		context.lineTo(x - alongX - alongY * 0.5, y - alongY + alongX * 0.5);
		context.lineTo(x - alongX + alongY * 0.5, y - alongY - alongX * 0.5);
		context.fill();
	}
}
