// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Discs by the ten thousand. A canvas draws so many shapes several times slower than a loop over pixels does, with or without
// a graphics card.
'use strict';

/** Larger ones are few: the canvas may draw them. [pixels] */
const largestRasterDisc = 32;
/** Places within a pixel that are told apart, each way. */
const subpixels = 4;
/** Discs from this radius on have a dark rim, which tells those apart that touch. [pixels] */
const rimFrom = 5;
const rimShade = 0.6;
const mostMasks = 4000;

class DiscRaster {
	constructor() {
		this.masks = new Map();
		this.resize(1, 1);
	}

	resize(width, height) {
		this.image = new ImageData(width, height);
		this.pixels = new Uint32Array(this.image.data.buffer);
	}

	clear() {
		this.pixels.fill(0);
	}

	show(context) {
		context.putImageData(this.image, 0, 0);
	}

	/** color: red in the lowest byte, then green, blue. */
	draw(x, y, radius, color) {
		const { width, height } = this.image;
		const fineX = Math.round(x * subpixels);
		const fineY = Math.round(y * subpixels);
		const mask = this.maskOf(Math.round(radius * 4), fineX & (subpixels - 1), fineY & (subpixels - 1));
		const left = Math.floor(fineX / subpixels) - mask.half;
		const top = Math.floor(fineY / subpixels) - mask.half;
		const fromX = Math.max(0, -left);
		const toX = Math.min(mask.size, width - left);
		const fromY = Math.max(0, -top);
		const toY = Math.min(mask.size, height - top);
		const opaque = (color | 0xff000000) >>> 0;
		for (let row = fromY; row < toY; ++row) {
			const maskRow = row * mask.size;
			const pixelRow = (top + row) * width + left;
			for (let column = fromX; column < toX; ++column) {
				const cover = mask.cover[maskRow + column];
				if (cover === 0) {
					continue;
				}
				const shade = mask.shade[maskRow + column];
				const at = pixelRow + column;
				this.pixels[at] = cover === 255 && shade === 255 ? opaque : blend(this.pixels[at], color, cover, shade);
			}
		}
	}

	/** How much of each pixel a disc covers, and how bright it is there: [0 .. 255] each. radius: in quarters of a pixel. */
	maskOf(radius, subX, subY) {
		const key = (radius * subpixels + subX) * subpixels + subY;
		let mask = this.masks.get(key);
		if (!mask) {
			if (this.masks.size >= mostMasks) {
				this.masks.clear();
			}
			mask = makeMask(radius / 4, subX / subpixels, subY / subpixels);
			this.masks.set(key, mask);
		}
		return mask;
	}
}

function makeMask(radius, subX, subY) {
	const half = Math.ceil(radius) + 1;
	const size = 2 * half + 1;
	const cover = new Uint8Array(size * size);
	const shade = new Uint8Array(size * size);
	for (let row = 0; row < size; ++row) {
		for (let column = 0; column < size; ++column) {
			const inside = radius - Math.hypot(column + 0.5 - half - subX, row + 0.5 - half - subY);
			const at = row * size + column;
			cover[at] = Math.round(255 * Math.min(Math.max(inside + 0.5, 0), 1));
			const rim = radius >= rimFrom ? 1 - Math.min(Math.max(inside - 0.5, 0), 1) : 0;
			shade[at] = Math.round(255 * (1 - rim * (1 - rimShade)));
		}
	}
	return { half, size, cover, shade };
}

/** A colour, darkened to shade, over what is there. */
function blend(below, color, cover, shade) {
	const rest = below === 0 ? 0 : 255 - cover;
	const share = 255 - rest;
	const part = (shift) => Math.round(((((color >> shift) & 255) * shade) / 255 * share + ((below >> shift) & 255) * rest) / 255);
	const alpha = Math.round(cover + (below >>> 24) * (255 - cover) / 255);
	return (part(0) | (part(8) << 8) | (part(16) << 16) | (alpha << 24)) >>> 0;
}

/** Of "#rrggbb", as DiscRaster wants it. */
function rasterColor(text) {
	const value = parseInt(text.slice(1), 16);
	return (value >> 16) | (value & 0xff00) | ((value & 255) << 16);
}
