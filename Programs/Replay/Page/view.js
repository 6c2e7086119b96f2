// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The crowd and its scene on the stage.
'use strict';

/** What is slower has no heading, as in Display/Colors.cpp. [m/s] */
const standingSpeed = 0.05;
/** The most corners of all trails together that are drawn; longer ones are drawn in larger steps. */
const mostTrailPoints = 50000;
/** Agents are not drawn smaller. [pixels] */
const leastRadius = 1.5;
/** More goals than this are not shown, but those of the selected agent. */
const mostGoals = 60;
/** Pixels for each metre, at most. */
const mostZoom = 600;

function withAlpha(color, alpha) {
	return color + Math.round(alpha * 255).toString(16).padStart(2, '0');
}

/** 1, 2 or 5 times a power of ten, not below value. */
function roundUp(value) {
	const decade = 10 ** Math.floor(Math.log10(value));
	return [1, 2, 5, 10].find((step) => step * decade >= value * (1 - 1e-9)) * decade;
}

/** Makes a canvas as large as it is shown, in pixels of the screen. */
function fitCanvas(canvas) {
	const ratio = window.devicePixelRatio || 1;
	const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
	const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
	if (canvas.width !== width || canvas.height !== height) {
		canvas.width = width;
		canvas.height = height;
	}
}

/** The goals of all agents but for exits, where those are few. */
function commonGoals(recording) {
	const keyOf = (goal) => goal.map((part) => part.toFixed(1)).join(' ');
	const exits = new Set(recording.header.scene.exits.map(keyOf));
	const goals = new Map();
	for (const goal of recording.goals.flat()) {
		if (!exits.has(keyOf(goal))) {
			goals.set(keyOf(goal), goal);
		}
		if (goals.size > mostGoals) {
			return [];
		}
	}
	return [...goals.values()];
}

class View {
	constructor(recording, stage) {
		this.recording = recording;
		this.header = recording.header;
		this.stage = stage;
		this.ground = stage.querySelector('#ground');
		this.below = stage.querySelector('#below');
		this.crowd = stage.querySelector('#crowd');
		this.heading = stage.querySelector('#heading');
		this.scaleBar = stage.querySelector('#scale-bar');
		this.groundContext = this.ground.getContext('2d');
		this.belowContext = this.below.getContext('2d');
		this.crowdContext = this.crowd.getContext('2d');
		this.raster = new DiscRaster();
		this.goals = commonGoals(recording);
		this.bodies = new Map(this.header.bodies.map(([agent, outline, inner]) => [agent, { outline, inner }]));
		this.center = { x: 0, y: 0 };
		this.scale = 1;
		this.coloring = 0;
		this.trailSeconds = 0;
		this.colorIndex = new Uint16Array(recording.agents);
		this.colorKey = '';
		this.groundKey = '';
		this.fitted = true;
		this.resize();
		this.fit();
	}

	get width() {
		return this.stage.clientWidth;
	}

	get height() {
		return this.stage.clientHeight;
	}

	get ratio() {
		return window.devicePixelRatio || 1;
	}

	resize() {
		fitCanvas(this.ground);
		fitCanvas(this.below);
		fitCanvas(this.crowd);
		this.raster.resize(this.crowd.width, this.crowd.height);
		this.groundKey = '';
		if (this.fitted) {
			this.fit();
		}
	}

	fit() {
		const [min, max] = this.header.bounds;
		this.center = { x: (min[0] + max[0]) / 2, y: (min[1] + max[1]) / 2 };
		// The heading stands at the top, the scale at the bottom.
		const top = this.heading.offsetTop + this.heading.offsetHeight;
		const bottom = 40;
		const width = Math.max(this.width - 24, 50);
		const height = Math.max(this.height - top - bottom, 50);
		this.scale = Math.min(width / (max[0] - min[0]), height / (max[1] - min[1]), mostZoom);
		this.center.y += (top - bottom) / 2 / this.scale;
		this.smallestScale = this.scale / 20;
		this.fitted = true;
	}

	/** So that what is at x, y of the stage stays there. */
	zoom(factor, x = this.width / 2, y = this.height / 2) {
		const fixed = this.toWorld(x, y);
		this.scale = Math.min(Math.max(this.scale * factor, this.smallestScale), mostZoom);
		const moved = this.toWorld(x, y);
		this.center.x += fixed.x - moved.x;
		this.center.y += fixed.y - moved.y;
		this.fitted = false;
	}

	pan(dx, dy) {
		this.center.x -= dx / this.scale;
		this.center.y += dy / this.scale;
		this.fitted = false;
	}

	lookAt(x, y) {
		this.center = { x, y };
		this.fitted = false;
	}

	toWorld(x, y) {
		return { x: this.center.x + (x - this.width / 2) / this.scale, y: this.center.y - (y - this.height / 2) / this.scale };
	}

	toScreen(x, y) {
		return { x: this.width / 2 + (x - this.center.x) * this.scale, y: this.height / 2 - (y - this.center.y) * this.scale };
	}

	/** The agent at a place of the stage, or -1. */
	agentAt(x, y, moment) {
		let best = -1;
		let bestDistance = Infinity;
		for (let agent = 0; agent < this.recording.agents; ++agent) {
			if (!this.recording.isThere(moment.frame, agent)) {
				continue;
			}
			const place = this.placeOf(agent, moment);
			const distance = Math.hypot(place.x - x, place.y - y);
			const reach = Math.max(this.recording.radius[agent] * this.scale, 9);
			if (distance <= reach && distance < bestDistance) {
				best = agent;
				bestDistance = distance;
			}
		}
		return best;
	}

	placeOf(agent, moment) {
		return this.toScreen(this.recording.xAt(moment.frame, moment.share, agent), this.recording.yAt(moment.frame, moment.share, agent));
	}

	/** Draws the moment { frame, share, seconds }: a frame and how far to go to the next. */
	draw(moment, selection) {
		this.drawGround();
		this.chooseColors(moment.frame);

		const below = this.belowContext;
		below.setTransform(1, 0, 0, 1, 0, 0);
		below.clearRect(0, 0, this.below.width, this.below.height);
		this.toMeters(below);
		this.drawDoors(below, moment.seconds);
		this.drawTrails(below, moment, selection);

		const crowd = this.crowdContext;
		this.drawAgents(crowd, moment);
		this.toMeters(crowd);
		this.drawRings(crowd, moment, selection);
		if (selection.overlay) {
			this.drawOverlay(below, moment, selection, false);
			this.drawOverlay(crowd, moment, selection, true);
		}
	}

	/** From now on the context takes metres. */
	toMeters(context) {
		const zoom = this.scale * this.ratio;
		context.setTransform(zoom, 0, 0, -zoom, this.crowd.width / 2 - this.center.x * zoom, this.crowd.height / 2 + this.center.y * zoom);
	}

	/** Pixels of the stage, in metres. */
	pixels(count) {
		return count / this.scale;
	}

	// ------------------------------------------------------------------------------------------------ what stands still

	drawGround() {
		const key = [this.center.x, this.center.y, this.scale, this.ground.width, this.ground.height].join(' ');
		if (key === this.groundKey) {
			return;
		}
		this.groundKey = key;
		const context = this.groundContext;
		const colors = this.header.colors;
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.fillStyle = colors.background;
		context.fillRect(0, 0, this.ground.width, this.ground.height);
		this.toMeters(context);
		const spacing = roundUp(this.pixels(48));
		this.drawGrid(context, spacing);
		this.scaleBar.style.width = `${spacing * this.scale}px`;
		this.scaleBar.firstElementChild.textContent = `${+spacing.toPrecision(1)} m`;

		context.lineJoin = 'round';
		for (const wall of this.header.scene.walls) {
			this.drawSolid(context, wall, colors.wallFill, colors.wallLine);
		}
		const small = Math.max(0.3, this.pixels(2.5));
		this.goals.forEach((goal) => this.drawGoal(context, goal, 0.8, Math.min(small, this.pixels(6))));
		this.header.scene.exits.forEach((exit) => this.drawGoal(context, exit, 1, this.pixels(6)));
	}

	drawGrid(context, spacing) {
		const from = this.toWorld(0, this.height);
		const to = this.toWorld(this.width, 0);
		context.beginPath();
		for (let x = Math.ceil(from.x / spacing) * spacing; x <= to.x; x += spacing) {
			context.moveTo(x, from.y);
			context.lineTo(x, to.y);
		}
		for (let y = Math.ceil(from.y / spacing) * spacing; y <= to.y; y += spacing) {
			context.moveTo(from.x, y);
			context.lineTo(to.x, y);
		}
		context.lineWidth = this.pixels(1);
		context.strokeStyle = this.header.colors.grid;
		context.stroke();
	}

	tracePath(context, points, closed) {
		context.beginPath();
		points.forEach(([x, y]) => context.lineTo(x, y));
		if (closed) {
			context.closePath();
		}
	}

	drawSolid(context, outline, fill, line) {
		this.tracePath(context, outline, outline.length > 2);
		if (outline.length > 2) {
			context.fillStyle = fill;
			context.fill();
		}
		context.lineWidth = this.pixels(outline.length > 2 ? 1 : 2);
		context.strokeStyle = line;
		context.stroke();
	}

	drawGoal(context, [x, y], alpha, size) {
		context.strokeStyle = withAlpha(this.header.colors.goal, alpha);
		context.lineWidth = this.pixels(1.5);
		for (const radius of [size, size / 3]) {
			context.beginPath();
			context.arc(x, y, radius, 0, 2 * Math.PI);
			context.stroke();
		}
	}

	drawDoors(context, seconds) {
		const { scene, colors } = this.header;
		for (const door of scene.doors) {
			const last = door.schedule.filter(([from]) => seconds >= from).pop();
			const open = last ? last[1] : door.open;
			context.setLineDash(open ? [this.pixels(4), this.pixels(4)] : []);
			this.drawSolid(context, door.outline, open ? 'transparent' : withAlpha(colors.door, 0.5), colors.door);
		}
		context.setLineDash([]);
		for (const block of scene.blocks) {
			if (seconds >= block.from && seconds < block.until) {
				this.drawSolid(context, block.outline, withAlpha(colors.door, 0.3), colors.door);
			}
		}
		context.setLineDash([this.pixels(6), this.pixels(4)]);
		for (const link of scene.links) {
			this.tracePath(context, link, false);
			context.lineWidth = this.pixels(1.5);
			context.strokeStyle = withAlpha(colors.door, 0.6);
			context.stroke();
		}
		context.setLineDash([]);
	}

	// -------------------------------------------------------------------------------------------------------- the crowd

	/** Fills colorIndex, a place in the list of colours of the coloring, for each agent. */
	chooseColors(frame) {
		const key = `${frame} ${this.coloring}`;
		if (key === this.colorKey) {
			return;
		}
		this.colorKey = key;
		const recording = this.recording;
		const { name, colors } = this.header.colorings[this.coloring];
		const densities = name === 'density' ? recording.densitiesAt(frame) : null;
		const velocity = { x: 0, y: 0 };
		for (let agent = 0; agent < recording.agents; ++agent) {
			if (!recording.isThere(frame, agent)) {
				continue;
			}
			let index = recording.group[agent];
			if (name === 'collision') {
				index = recording.overlaps[frame * recording.agents + agent];
			} else if (name === 'density') {
				index = Math.min(Math.round(densities[agent] / this.header.densityShade), colors.length - 1);
			} else if (name !== 'group') {
				recording.velocity(frame, agent, velocity);
				const speed = Math.hypot(velocity.x, velocity.y);
				const shades = colors.length - 1;
				index = name === 'speed'
					? Math.round(Math.min(speed / Math.max(recording.maxSpeed[agent], 0.001), 1) * shades)
					: speed <= standingSpeed ? shades : Math.round((Math.atan2(velocity.y, velocity.x) / (2 * Math.PI) + 1) * shades) % shades;
			}
			this.colorIndex[agent] = index;
		}
	}

	drawAgents(context, moment) {
		const recording = this.recording;
		const { colors } = this.header.colorings[this.coloring];
		const rasterColors = colors.map(rasterColor);
		const { width, height } = this.crowd;
		const zoom = this.scale * this.ratio;
		const left = width / 2 - this.center.x * zoom;
		const top = height / 2 + this.center.y * zoom;
		const large = [];
		const bodies = [];
		const noses = [];
		this.raster.clear();
		for (let agent = 0; agent < recording.agents; ++agent) {
			if (!recording.isThere(moment.frame, agent)) {
				continue;
			}
			const x = left + recording.xAt(moment.frame, moment.share, agent) * zoom;
			const y = top - recording.yAt(moment.frame, moment.share, agent) * zoom;
			const radius = Math.max(recording.radius[agent] * zoom, leastRadius * this.ratio);
			if (x < -radius || y < -radius || x > width + radius || y > height + radius) {
				continue;
			}
			const body = this.bodies.get(agent);
			if (body && radius >= rimFrom) {
				bodies.push([x, y, body.outline, colors[this.colorIndex[agent]]]);
			} else if (radius <= largestRasterDisc) {
				this.raster.draw(x, y, radius, rasterColors[this.colorIndex[agent]]);
			} else {
				large.push([x, y, radius, colors[this.colorIndex[agent]]]);
			}
			if (radius >= rimFrom) {
				noses.push([agent, x, y, body ? body.inner * zoom : radius]);
			}
		}
		context.setTransform(1, 0, 0, 1, 0, 0);
		this.raster.show(context);
		for (const [x, y, radius, color] of large) {
			context.beginPath();
			context.arc(x, y, radius, 0, 2 * Math.PI);
			context.fillStyle = color;
			context.fill();
		}
		for (const [x, y, outline, color] of bodies) {
			context.beginPath();
			for (const [cornerX, cornerY] of outline) {
				context.lineTo(x + cornerX * zoom, y - cornerY * zoom);
			}
			context.fillStyle = color;
			context.fill();
		}
		this.drawNoses(context, moment.frame, noses);
	}

	/** Which way they go, where they are large enough to show it. */
	drawNoses(context, frame, noses) {
		const velocity = { x: 0, y: 0 };
		context.beginPath();
		for (const [agent, x, y, radius] of noses) {
			this.recording.velocity(frame, agent, velocity);
			const speed = Math.hypot(velocity.x, velocity.y);
			if (speed > standingSpeed) {
				const dx = velocity.x / speed * radius;
				const dy = -velocity.y / speed * radius;
				context.moveTo(x + 0.25 * dx, y + 0.25 * dy);
				context.lineTo(x + 0.85 * dx, y + 0.85 * dy);
			}
		}
		context.lineCap = 'round';
		context.lineWidth = 1.75 * this.ratio;
		context.strokeStyle = 'rgb(10 14 20 / 75%)';
		context.stroke();
	}

	drawTrails(context, moment, selection) {
		const recording = this.recording;
		const length = Math.round(this.trailSeconds / (this.header.dt * this.header.stride));
		if (length > 0) {
			const stride = Math.ceil(recording.agents * length / mostTrailPoints);
			const byColor = this.header.colorings[this.coloring].colors.map(() => []);
			for (let agent = 0; agent < recording.agents; ++agent) {
				if (recording.isThere(moment.frame, agent)) {
					byColor[this.colorIndex[agent]].push(agent);
				}
			}
			context.lineWidth = this.pixels(1.25);
			byColor.forEach((agents, index) => {
				context.beginPath();
				agents.forEach((agent) => this.traceTrail(context, agent, moment, length, stride));
				context.strokeStyle = withAlpha(this.header.colorings[this.coloring].colors[index], 0.45);
				context.stroke();
			});
		}
		if (selection.agent >= 0 && recording.isThere(moment.frame, selection.agent)) {
			context.beginPath();
			this.traceTrail(context, selection.agent, moment, moment.frame, Math.ceil(moment.frame / 2000) || 1);
			context.lineWidth = this.pixels(1.5);
			context.strokeStyle = withAlpha(this.header.colors.selection, 0.5);
			context.stroke();
		}
	}

	/** Where it has been in the last frames. */
	traceTrail(context, agent, moment, length, stride) {
		const recording = this.recording;
		context.moveTo(recording.xAt(moment.frame, moment.share, agent), recording.yAt(moment.frame, moment.share, agent));
		const last = Math.max(moment.frame - length, 0);
		for (let frame = moment.frame; frame >= last; frame -= stride) {
			context.lineTo(recording.xAt(frame, 0, agent), recording.yAt(frame, 0, agent));
		}
	}

	/** Who can be looked into, and who is. */
	drawRings(context, moment, selection) {
		const recording = this.recording;
		if (recording.overlayPlaces.size < recording.agents) {
			context.beginPath();
			for (const agent of recording.overlayPlaces.keys()) {
				this.traceRing(context, agent, moment, 2.5);
			}
			context.lineWidth = this.pixels(1);
			context.strokeStyle = withAlpha(this.header.colors.selection, 0.75);
			context.stroke();
		}
		if (selection.agent >= 0 && recording.isThere(moment.frame, selection.agent)) {
			for (const goal of recording.goals[selection.agent]) {
				this.drawGoal(context, goal, 1, this.pixels(5));
			}
			context.beginPath();
			this.traceRing(context, selection.agent, moment, 2);
			context.lineWidth = this.pixels(2.5);
			context.strokeStyle = this.header.colors.selection;
			context.stroke();
		}
	}

	traceRing(context, agent, moment, margin) {
		if (this.recording.isThere(moment.frame, agent)) {
			const x = this.recording.xAt(moment.frame, moment.share, agent);
			const y = this.recording.yAt(moment.frame, moment.share, agent);
			const radius = this.recording.radius[agent] + this.pixels(margin);
			context.moveTo(x + radius, y);
			context.arc(x, y, radius, 0, 2 * Math.PI);
		}
	}

	// ------------------------------------------------------------------------------------------------------ the overlay

	/** Discs go with the agents between frames, all else stays where the step found it. */
	drawOverlay(context, moment, selection, aboveAgents) {
		const recording = this.recording;
		const agent = selection.agent;
		if (!recording.isThere(moment.frame, agent)) {
			return;
		}
		const x = recording.xAt(moment.frame, moment.share, agent);
		const y = recording.yAt(moment.frame, moment.share, agent);
		for (const item of selection.overlay.items) {
			const kind = this.header.kinds[item.kind];
			const isNeighbor = item.kind === recording.neighborKind;
			const above = isNeighbor || (!item.closed && !(item.radius > 0));
			if (kind.velocity || !selection.shown[item.kind] || above !== aboveAgents) {
				continue;
			}
			context.lineWidth = this.pixels(above ? 2 : 1.25);
			const color = kind.byReason ? this.header.reasons[item.reason].color : kind.color;
			context.strokeStyle = withAlpha(color, kind.lineAlpha);
			context.fillStyle = withAlpha(kind.color, kind.fillAlpha);
			if (isNeighbor) {
				context.beginPath();
				this.traceRing(context, item.other, moment, 1);
				context.stroke();
				continue;
			}
			if (item.radius > 0) {
				context.beginPath();
				context.arc(x, y, item.radius, 0, 2 * Math.PI);
			} else {
				this.tracePath(context, item.points, item.closed);
			}
			if (kind.fillAlpha > 0 && (item.closed || item.radius > 0)) {
				context.fill();
			}
			context.stroke();
		}
	}
}
