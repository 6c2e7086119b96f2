// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the page carries: positions, numbers and overlays, as Programs/Replay/*.cpp packed them.
'use strict';

/** Reads what NumberWriter of Packing.h writes. */
class NumberReader {
	constructor(bytes) {
		this.bytes = bytes;
		this.at = 0;
	}

	get done() {
		return this.at >= this.bytes.length;
	}

	next() {
		let value = 0;
		let scale = 1;
		for (;;) {
			const byte = this.bytes[this.at++];
			value += (byte & 0x7f) * scale;
			if (byte < 0x80) {
				return value;
			}
			scale *= 128;
		}
	}

	nextSigned() {
		const value = this.next();
		return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
	}
}

async function inflate(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function bytesFromBase64(text) {
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; ++i) {
		bytes[i] = binary.charCodeAt(i);
	}
	return bytes;
}

function lengthAt(bytes, at) {
	return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

/** Speeds come from positions at least this far apart, so that rounding them does not show. [s] */
const speedSpan = 0.3;

class Recording {
	static async load(base64) {
		const packed = bytesFromBase64(base64);
		const parts = [];
		let at = 0;
		while (parts.length < 2) {
			const length = lengthAt(packed, at);
			parts.push(inflate(packed.subarray(at + 4, at + 4 + length)));
			at += 4 + length;
		}
		const [header, numbers] = await Promise.all(parts);
		return new Recording(JSON.parse(new TextDecoder().decode(header)), numbers, packed.subarray(at));
	}

	constructor(header, numbers, overlayBytes) {
		this.header = header;
		this.agents = header.agents;
		this.frames = header.frames;
		this.quantum = header.quantum;
		this.neighborKind = header.neighborKind;

		let at = 0;
		const readers = header.sections.map((length) => {
			at += length;
			return new NumberReader(numbers.subarray(at - length, at));
		});
		this.readAgents(readers[0]);
		this.readFrames(readers[1]);
		this.x = this.readPositions(readers[2]);
		this.y = this.readPositions(readers[3]);
		this.readOverlaps(readers[4]);

		this.overlayPlaces = new Map();
		let place = 0;
		for (const [agent, length] of header.overlays) {
			this.overlayPlaces.set(agent, overlayBytes.subarray(place, place + length));
			place += length;
		}
		this.halfSpan = Math.max(1, Math.round(speedSpan / 2 / (header.dt * header.stride)));
		this.densities = { frame: -1, values: new Float32Array(this.agents) };
	}

	readAgents(reader) {
		const count = this.agents;
		this.present = new Uint32Array(count);
		this.arrived = new Uint32Array(count);
		this.radius = new Float32Array(count);
		this.maxSpeed = new Float32Array(count);
		this.group = new Uint32Array(count);
		this.goals = [];
		for (let agent = 0; agent < count; ++agent) {
			this.present[agent] = reader.next();
			this.arrived[agent] = reader.next();
			this.radius[agent] = reader.next() / 10000;
			this.maxSpeed[agent] = reader.next() / 10000;
			this.group[agent] = reader.next();
			const goals = [];
			for (let left = reader.next(); left > 0; --left) {
				const x = this.toX(reader.nextSigned());
				goals.push([x, this.toY(reader.nextSigned())]);
			}
			this.goals.push(goals);
		}
	}

	readFrames(reader) {
		this.time = new Float64Array(this.frames);
		this.pairs = new Float32Array(this.frames);
		this.arrivals = new Float32Array(this.frames);
		this.meanDensity = new Float32Array(this.frames);
		let step = 0;
		for (let frame = 0; frame < this.frames; ++frame) {
			step += reader.next();
			this.time[frame] = step * this.header.dt;
			this.pairs[frame] = reader.next();
			this.arrivals[frame] = reader.next();
			this.meanDensity[frame] = reader.next() / 1000;
		}
	}

	/** Agent by agent in the file; frame by frame in memory, which is how it is drawn. */
	readPositions(reader) {
		const count = this.agents;
		const values = new Uint16Array(count * this.frames);
		for (let agent = 0; agent < count; ++agent) {
			let last = 0;
			let slope = 0;
			for (let frame = 0; frame < this.present[agent]; ++frame) {
				const value = last + slope + reader.nextSigned();
				slope = frame === 0 ? 0 : value - last;
				last = value;
				values[frame * count + agent] = value;
			}
		}
		return values;
	}

	readOverlaps(reader) {
		const count = this.agents;
		this.overlaps = new Uint8Array(count * this.frames);
		for (let agent = 0; agent < count; ++agent) {
			let overlapping = 0;
			let frame = 0;
			do {
				const end = frame + reader.next();
				for (; frame < end; ++frame) {
					this.overlaps[frame * count + agent] = overlapping;
				}
				overlapping = 1 - overlapping;
			} while (frame < this.present[agent]);
		}
	}

	toX(quanta) {
		return this.header.origin[0] + quanta * this.quantum;
	}

	toY(quanta) {
		return this.header.origin[1] + quanta * this.quantum;
	}

	isThere(frame, agent) {
		return frame < this.present[agent];
	}

	/** Between frames; the agent must be there in the one before. */
	xAt(frame, share, agent) {
		return this.toX(this.between(this.x, frame, share, agent));
	}

	yAt(frame, share, agent) {
		return this.toY(this.between(this.y, frame, share, agent));
	}

	between(values, frame, share, agent) {
		const here = values[frame * this.agents + agent];
		return share > 0 && this.isThere(frame + 1, agent) ? here + share * (values[(frame + 1) * this.agents + agent] - here) : here;
	}

	/** [m/s], into out. */
	velocity(frame, agent, out) {
		const from = Math.max(frame - this.halfSpan, 0);
		const to = Math.min(frame + this.halfSpan, this.present[agent] - 1);
		const seconds = this.time[to] - this.time[from];
		const scale = seconds > 0 ? this.quantum / seconds : 0;
		out.x = (this.x[to * this.agents + agent] - this.x[from * this.agents + agent]) * scale;
		out.y = (this.y[to * this.agents + agent] - this.y[from * this.agents + agent]) * scale;
		return out;
	}

	speed(frame, agent) {
		const velocity = this.velocity(frame, agent, {});
		return Math.hypot(velocity.x, velocity.y);
	}

	/** Around each agent that is there, as Display/Snapshot.h counts it. [1/m^2] */
	densitiesAt(frame) {
		if (this.densities.frame !== frame) {
			this.densities.frame = frame;
			this.measureDensities(frame, this.densities.values);
		}
		return this.densities.values;
	}

	measureDensities(frame, out) {
		const radius = this.header.densityRadius / this.quantum;
		const area = Math.PI * this.header.densityRadius ** 2;
		const cell = Math.max(radius, 64);
		const columns = Math.floor(65535 / cell) + 1;
		const base = frame * this.agents;
		const cellOf = (agent) => Math.floor(this.y[base + agent] / cell) * columns + Math.floor(this.x[base + agent] / cell);

		// Sorted by cell: starts[c] .. starts[c + 1] are those of cell c.
		const starts = new Uint32Array(columns * columns + 1);
		for (let agent = 0; agent < this.agents; ++agent) {
			if (this.isThere(frame, agent)) {
				++starts[cellOf(agent) + 1];
			}
		}
		for (let i = 1; i < starts.length; ++i) {
			starts[i] += starts[i - 1];
		}
		const fill = starts.slice();
		const sorted = new Uint32Array(starts[starts.length - 1]);
		for (let agent = 0; agent < this.agents; ++agent) {
			if (this.isThere(frame, agent)) {
				sorted[fill[cellOf(agent)]++] = agent;
			}
		}

		for (const agent of sorted) {
			const x = this.x[base + agent];
			const y = this.y[base + agent];
			const row = Math.floor(y / cell);
			const column = Math.floor(x / cell);
			let near = 0;
			for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, columns - 1); ++r) {
				const end = starts[r * columns + Math.min(column + 1, columns - 1) + 1];
				for (let i = starts[r * columns + Math.max(column - 1, 0)]; i < end; ++i) {
					const dx = this.x[base + sorted[i]] - x;
					const dy = this.y[base + sorted[i]] - y;
					near += dx * dx + dy * dy <= radius * radius ? 1 : 0;
				}
			}
			out[agent] = near / area;
		}
	}

	/** One agent over all frames that it is there in: its speed, density, and the gap to the nearest other (agent and metres). */
	seriesOf(agent) {
		const length = this.present[agent];
		const series = {
			speed: new Float32Array(length),
			density: new Float32Array(length),
			gap: new Float32Array(length),
			nearest: new Int32Array(length),
		};
		const radius = this.header.densityRadius / this.quantum;
		const area = Math.PI * this.header.densityRadius ** 2;
		for (let frame = 0; frame < length; ++frame) {
			series.speed[frame] = this.speed(frame, agent);
			const base = frame * this.agents;
			let near = 0;
			let gap = Infinity;
			let nearest = -1;
			for (let other = 0; other < this.agents; ++other) {
				if (frame >= this.present[other]) {
					continue;
				}
				const dx = this.x[base + other] - this.x[base + agent];
				const dy = this.y[base + other] - this.y[base + agent];
				const square = dx * dx + dy * dy;
				near += square <= radius * radius ? 1 : 0;
				const apart = Math.sqrt(square) * this.quantum - this.radius[other];
				if (apart < gap && other !== agent) {
					gap = apart;
					nearest = other;
				}
			}
			series.density[frame] = near / area;
			series.gap[frame] = nearest < 0 ? NaN : gap - this.radius[agent];
			series.nearest[frame] = nearest;
		}
		return series;
	}

	hasOverlay(agent) {
		return this.overlayPlaces.has(agent);
	}

	/** Its geometry by frame, or null where none was kept. */
	async overlayOf(agent) {
		const packed = this.overlayPlaces.get(agent);
		return packed ? readOverlay(await inflate(packed), this) : null;
	}
}

/** Bits of an item's second byte, above those of its reason; and the rest of what OverlayLog.cpp agrees with. */
const itemReason = 15;
const itemClosed = 16;
const itemDisc = 32;
const itemOther = 64;
const stepsInWindow = 512;

/** What GeometryWriter of OverlayLog.cpp writes: a map from frame to { kept, relaxed, window, items }. */
function readOverlay(bytes, recording) {
	const streams = [];
	for (let at = 0; at < bytes.length;) {
		const length = lengthAt(bytes, at);
		streams.push(new NumberReader(bytes.subarray(at + 4, at + 4 + length)));
		at += 4 + length;
	}
	const [structure, others, points] = streams;
	const frames = new Map();
	let before = new Map();
	while (!structure.done) {
		const frame = structure.next();
		const flags = structure.next();
		const window = structure.next() / 1000;
		const geometry = { kept: (flags & 1) !== 0, relaxed: (flags & 2) !== 0, window, items: [] };
		const now = new Map();
		let other = 0;
		for (let left = structure.next(); left > 0; --left) {
			const kind = structure.next();
			const bits = structure.next();
			const item = { kind, reason: bits & itemReason, closed: (bits & itemClosed) !== 0, radius: 0, seconds: 0, other: -1, points: [] };
			if (bits & itemOther) {
				other += others.nextSigned();
				item.other = other;
			}
			geometry.items.push(item);
			if (kind === recording.neighborKind) {
				item.seconds = structure.next() / 1000;
				continue;
			}
			item.radius = bits & itemDisc ? structure.next() / 1000 : 0;
			const count = structure.next();
			if (recording.header.kinds[kind].velocity) {
				const key = `${kind} ${item.other} ${count}`;
				const corners = readCorners(points, count, before.get(key));
				now.set(key, corners);
				item.points = corners.map(([x, y]) => [x * window / stepsInWindow, y * window / stepsInWindow]);
			} else {
				item.points = readCorners(points, count).map(([x, y]) => [recording.toX(x), recording.toY(y)]);
			}
		}
		before = now;
		frames.set(frame, geometry);
	}
	return frames;
}

/** Corners, each from the same one of the frame before, or else from the corner before. */
function readCorners(points, count, before) {
	const corners = [];
	let last = [0, 0];
	for (let i = 0; i < count; ++i) {
		last = before ? before[i] : last;
		last = [last[0] + points.nextSigned(), last[1] + points.nextSigned()];
		corners.push(last);
	}
	return corners;
}
