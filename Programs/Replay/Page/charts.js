// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Small charts over time: drawn once, with a cursor that moves.
'use strict';

class Chart {
	/** onSeek(share of the width that was clicked). */
	constructor(parent, { name, color, format, onSeek }) {
		this.color = color;
		this.format = format;
		this.values = new Float32Array(0);
		this.length = 1;
		const figure = document.createElement('figure');
		figure.className = 'chart';
		figure.innerHTML = '<figcaption><span></span><output></output></figcaption>' +
			'<div class="plot"><canvas role="img"></canvas><span class="most"></span><div class="cursor"></div></div>';
		figure.querySelector('figcaption span').textContent = name;
		this.name = name;
		this.output = figure.querySelector('output');
		this.plot = figure.querySelector('.plot');
		this.canvas = figure.querySelector('canvas');
		this.mostText = figure.querySelector('.most');
		this.cursor = figure.querySelector('.cursor');
		const seek = (event) => {
			const box = this.plot.getBoundingClientRect();
			onSeek(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1));
		};
		this.plot.addEventListener('pointerdown', (event) => {
			this.plot.setPointerCapture(event.pointerId);
			seek(event);
		});
		this.plot.addEventListener('pointermove', (event) => event.buttons && seek(event));
		parent.append(figure);
		new ResizeObserver(() => this.draw()).observe(this.plot);
	}

	/** values: one for each frame from the first on; length: frames of the whole width. */
	show(values, length) {
		this.values = values;
		this.length = Math.max(length, 2);
		this.draw();
	}

	draw() {
		if (this.plot.clientWidth === 0) {
			return;
		}
		fitCanvas(this.canvas);
		const { width, height } = this.canvas;
		const context = this.canvas.getContext('2d');
		context.clearRect(0, 0, width, height);
		let least = 0;
		let most = 0;
		let known = false;
		for (const value of this.values) {
			if (Number.isFinite(value)) {
				least = Math.min(least, value);
				most = Math.max(most, value);
				known = true;
			}
		}
		this.mostText.textContent = known ? this.format(most) : '';
		this.canvas.setAttribute('aria-label', known ? `${this.name}: from ${this.format(least)} to ${this.format(most)}` : this.name);
		if (!known) {
			return;
		}
		const margin = 3 * (window.devicePixelRatio || 1);
		const range = most - least || 1;
		const yOf = (value) => height - margin - (value - least) / range * (height - 2 * margin);
		const xOf = (frame) => frame / (this.length - 1) * width;

		// Several frames share a column of pixels: none of their peaks may get lost.
		const stride = Math.max(1, Math.floor(this.length / width));
		context.beginPath();
		let first = -1;
		let last = 0;
		for (let frame = 0; frame < this.values.length; frame += stride) {
			let low = Infinity;
			let high = -Infinity;
			for (const value of this.values.subarray(frame, frame + stride)) {
				low = value < low ? value : low;
				high = value > high ? value : high;
			}
			if (low <= high) {
				context.lineTo(xOf(frame), yOf(low));
				context.lineTo(xOf(frame), yOf(high));
				first = first < 0 ? frame : first;
				last = frame;
			}
		}
		context.lineJoin = 'round';
		context.lineWidth = 1.5 * (window.devicePixelRatio || 1);
		context.strokeStyle = this.color;
		context.stroke();
		context.lineTo(xOf(last), yOf(0));
		context.lineTo(xOf(Math.max(first, 0)), yOf(0));
		context.fillStyle = withAlpha(this.color, 0.16);
		context.fill();
	}

	moveTo(moment) {
		const share = Math.min((moment.frame + moment.share) / (this.length - 1), 1);
		this.cursor.style.transform = `translateX(${share * (this.plot.clientWidth - 1)}px)`;
		const value = this.values[moment.frame];
		const text = Number.isFinite(value) ? this.format(value) : '\u2013';
		if (this.output.textContent !== text) {
			this.output.textContent = text;
		}
	}
}
