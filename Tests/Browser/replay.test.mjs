// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Replay pages in a real browser:  node replay.test.mjs FOLDER     (FOLDER: what CrowdReplayPages wrote)
//
//   CROWD_PLAYWRIGHT    a folder whose node_modules has playwright-core
//   CROWD_CHROMIUM      the browser
//
// Screenshots go to FOLDER/Screenshots, to be looked at.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(path.join(process.env.CROWD_PLAYWRIGHT, 'here.js'))('playwright-core');
const folder = path.resolve(process.argv[2]);
const screenshots = path.join(folder, 'Screenshots');
const desktop = { width: 1600, height: 900 };

let browser;
before(async () => {
	mkdirSync(screenshots, { recursive: true });
	browser = await chromium.launch({ executablePath: process.env.CROWD_CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
});
after(() => browser.close());

const truthOf = (name) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));

/** A page in a context of its own, with what tests ask of it and a list of what nobody may complain of. */
async function newPage({ init = '', ...contextOptions } = {}) {
	const context = await browser.newContext({ viewport: desktop, ...contextOptions });
	const page = await context.newPage();
	await page.addInitScript(init);
	// Reads a copy: canvases that are read themselves warn of it and get slower.
	await page.addInitScript(() => {
		window.pixelsOf = (canvas) => {
			const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
			copy.drawImage(canvas, 0, 0);
			return copy.getImageData(0, 0, canvas.width, canvas.height).data;
		};
	});
	const opened = { page, trouble: [], address: '' };
	page.on('console', (message) => opened.trouble.push(`console ${message.type()}: ${message.text()}`));
	page.on('pageerror', (error) => opened.trouble.push(`error: ${error.message}`));
	page.on('dialog', (dialog) => {
		opened.trouble.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	page.on('request', (request) => {
		if (request.url() !== opened.address && !request.url().startsWith('data:')) {
			opened.trouble.push(`request: ${request.url()}`);
		}
	});
	return opened;
}

const pages = new Map(); // By their options: a page that is loaded anew costs a third of a new context.

/** Opens a page, after the script options.init and at options.hash, and runs body with it; afterwards nothing may have been complained about or asked of the network. */
async function withPage(name, { hash = '', ...options }, body) {
	// A page that is asked for another place in what it shows would not load.
	const key = JSON.stringify({ hash, ...options });
	const opened = pages.get(key) ?? await newPage(options);
	const { page } = opened;
	opened.trouble = [];
	opened.address = pathToFileURL(path.join(folder, `${name}.html`)).href;
	pages.set(key, opened);
	await page.goto(opened.address + hash);
	await page.waitForFunction(() => window.crowdReplay !== undefined);
	await body(page);
	assert.deepEqual(opened.trouble, []);
	// It need not play on unseen.
	await page.evaluate(() => window.crowdReplay?.pause());
}

/** Waits until what has been asked for is drawn. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const frameOf = (page) => page.evaluate(() => crowdReplay.frame);
const screenOf = (page, agent) => page.evaluate((number) => crowdReplay.agentScreenPosition(number), agent);

async function show(page, frame, agent = -1) {
	await page.evaluate(async ([toFrame, number]) => {
		crowdReplay.pause();
		crowdReplay.seek(toFrame);
		await crowdReplay.select(number);
	}, [frame, agent]);
	await drawn(page);
}

/** How many pixels of a canvas are red, green and blue in the proportions of a colour, and not black. */
const countPixels = (page, selector, color) => page.evaluate(([which, hex]) => {
	const data = pixelsOf(document.querySelector(which));
	const wanted = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
	const size = Math.hypot(...wanted);
	let count = 0;
	for (let i = 0; i < data.length; i += 4) {
		const here = [data[i], data[i + 1], data[i + 2]];
		const length = Math.hypot(...here);
		const cosine = (here[0] * wanted[0] + here[1] * wanted[1] + here[2] * wanted[2]) / (length * size);
		count += data[i + 3] > 0 && length > 40 && cosine > 0.985 ? 1 : 0;
	}
	return count;
}, [selector, color]);

/** A number that is another one when the canvas shows something else. */
const lookOf = (page, selector) => page.evaluate((which) => {
	const data = pixelsOf(document.querySelector(which));
	return data.reduce((sum, value, i) => (sum * 31 + value * (i % 251)) % 1000000007, 7);
}, selector);

const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, expected ${b} within ${tolerance}`);

for (const name of ['circle', 'clearpath', 'doors', 'evacuation']) {
	test(`${name}: everybody is where the simulation had them`, () => withPage(name, {}, async (page) => {
		const truth = truthOf(name);
		assert.equal(await page.evaluate(() => crowdReplay.frames), truth.frameCount);
		await page.evaluate(() => crowdReplay.pause());
		const quantum = await page.evaluate(() => crowdReplay.quantum);
		for (const { frame, agents } of truth.frames) {
			await page.locator('#scrub').fill(String(frame));
			assert.equal(await frameOf(page), frame);
			const places = await page.evaluate((numbers) => numbers.map(crowdReplay.agentPosition), agents.map(({ agent }) => agent));
			for (const [i, { agent, position }] of agents.entries()) {
				const shown = places[i];
				assert.equal(shown === null, position === null, `agent ${agent} in frame ${frame}`);
				if (position) {
					near(shown[0], position[0], quantum / 2 + 1e-5, `x of agent ${agent} in frame ${frame}`);
					near(shown[1], position[1], quantum / 2 + 1e-5, `y of agent ${agent} in frame ${frame}`);
				}
			}
		}
	}));
}

test('agents have left at the end of an evacuation', () => {
	const last = truthOf('evacuation').frames.at(-1);
	assert.ok(last.agents.some(({ position }) => position === null));
});

test('plays by itself, pauses, goes on', () => withPage('circle', {}, async (page) => {
	assert.equal(await page.evaluate(() => crowdReplay.playing), true);
	await page.waitForFunction(() => crowdReplay.frame >= 5);
	await page.keyboard.press('Space');
	const paused = await frameOf(page);
	await page.waitForTimeout(300);
	assert.equal(await frameOf(page), paused);
	await page.getByRole('button', { name: 'Play' }).click();
	await page.waitForFunction((frame) => crowdReplay.frame > frame + 2, paused);
	await page.getByRole('button', { name: 'Pause' }).click();
	assert.equal(await page.evaluate(() => crowdReplay.playing), false);
}));

test('speed, and the end with and without loop', () => withPage('circle', {}, async (page) => {
	const last = truthOf('circle').frameCount - 1;
	await page.locator('#speed').selectOption('8');
	await page.keyboard.press('l');
	await page.evaluate((frame) => crowdReplay.seek(frame), last - 10);
	await page.waitForFunction(() => !crowdReplay.playing);
	assert.equal(await frameOf(page), last);
	await page.keyboard.press('l');
	await page.evaluate((frame) => {
		crowdReplay.seek(frame);
		crowdReplay.play();
	}, last - 3);
	await page.waitForFunction((frame) => crowdReplay.playing && crowdReplay.frame < frame - 10, last);
}));

test('a link leads to a moment and an agent', async () => {
	await withPage('circle', { hash: '#frame=40&agent=9' }, async (page) => {
		await drawn(page);
		assert.equal(await frameOf(page), 40);
		assert.equal(await page.evaluate(() => crowdReplay.selected), 9);
		assert.equal(await page.evaluate(() => crowdReplay.playing), false);
	});
	// Nonsense is as good as nothing.
	await withPage('circle', { hash: '#frame=-1&agent=99999999&x=<b>' }, async (page) => {
		assert.equal(await page.evaluate(() => crowdReplay.selected), -1);
		assert.equal(await page.evaluate(() => crowdReplay.playing), true);
	});
});

test('does not play by itself where motion is not wanted', () => withPage('circle', { reducedMotion: 'reduce' }, async (page) => {
	await page.waitForTimeout(300);
	assert.equal(await page.evaluate(() => crowdReplay.playing), false);
	assert.equal(await frameOf(page), 0);
}));

test('a click selects the agent under it, one beside it nobody', () => withPage('circle', {}, async (page) => {
	await show(page, 0);
	for (const agent of [0, 9, 31]) {
		const [x, y] = await screenOf(page, agent);
		await page.mouse.click(x, y);
		assert.equal(await page.evaluate(() => crowdReplay.selected), agent);
		assert.equal(await page.locator('#agent-name').textContent(), `Agent ${agent}`);
	}
	const [x, y] = await screenOf(page, 0);
	await page.mouse.click(x + 60, y + 5);
	assert.equal(await page.evaluate(() => crowdReplay.selected), -1);
	assert.equal(await page.locator('#agent').isVisible(), false);
}));

test('the overlay of ORCA: half-planes, arrows, neighbours', () => withPage('circle', {}, async (page) => {
	const halfPlane = '#ff9448';
	await show(page, 60);
	const crowdBefore = await lookOf(page, '#crowd');
	assert.equal(await countPixels(page, '#inset', halfPlane), 0);
	await show(page, 60, 3);
	const area = await page.evaluate(() => document.getElementById('inset').width ** 2);
	const filled = await countPixels(page, '#inset', halfPlane);
	assert.ok(filled > 0.1 * area, `${filled} of ${area} pixels are forbidden`);
	assert.ok(await countPixels(page, '#inset', '#70e090') > 20, 'chosen velocity');
	assert.notEqual(await lookOf(page, '#crowd'), crowdBefore);

	await page.locator('.chip', { hasText: 'forbidden half-plane' }).click();
	await drawn(page);
	assert.equal(await countPixels(page, '#inset', halfPlane), 0);
	const withNeighbors = await lookOf(page, '#crowd');
	await page.locator('.chip', { hasText: 'neighbour' }).click();
	await drawn(page);
	assert.notEqual(await lookOf(page, '#crowd'), withNeighbors);

	assert.match(await page.locator('#neighbor-count').textContent(), /10 of \d+ avoided/);
	const first = page.locator('#neighbors button').first();
	const number = Number(await first.locator('span').first().textContent());
	await first.click();
	assert.equal(await page.evaluate(() => crowdReplay.selected), number);
}));

test('the overlay of ClearPath, and agents without one', () => withPage('clearpath', {}, async (page) => {
	const watched = await page.evaluate(() => crowdReplay.watched);
	const frame = truthOf('clearpath').frameCount - 20;
	let best = 0;
	for (const agent of watched.slice(0, 24)) {
		await show(page, frame, agent);
		best = Math.max(best, await countPixels(page, '#inset', '#ff6858'));
	}
	assert.ok(best > 1000, `${best} pixels of a forbidden region at best`);

	const other = watched[1] + 1;
	assert.ok(!watched.includes(other));
	await show(page, frame, other);
	assert.equal(await page.locator('#overlay').isVisible(), false);
	assert.match(await page.locator('#no-overlay').textContent(), new RegExp(`--watch ${other} `));
	await page.locator('#nearest-watched').click();
	assert.ok(watched.includes(await page.evaluate(() => crowdReplay.selected)));
	assert.equal(await page.locator('#overlay').isVisible(), true);
}));

test('keys', () => withPage('circle', {}, async (page) => {
	const last = truthOf('circle').frameCount - 1;
	await show(page, 40);
	const press = async (key, frame) => {
		await page.keyboard.press(key);
		assert.equal(await frameOf(page), frame, key);
	};
	await press('ArrowRight', 41);
	await press('ArrowLeft', 40);
	await press('Shift+ArrowRight', 48);
	await press('Home', 0);
	await press('End', last);

	for (const [key, name] of [['1', 'group'], ['2', 'heading'], ['3', 'speed'], ['4', 'density'], ['5', 'collision']]) {
		await page.keyboard.press(key);
		assert.equal(await page.locator('#colorings [aria-checked=true]').textContent(), name);
	}
	await page.keyboard.press('?');
	assert.equal(await page.locator('#help').isVisible(), true);
	await page.keyboard.press('Escape');
	assert.equal(await page.locator('#help').isVisible(), false);

	await show(page, 40, 5);
	await page.keyboard.press('Escape');
	assert.equal(await page.evaluate(() => crowdReplay.selected), -1);
	await page.keyboard.press('p');
	assert.equal(await page.locator('#panel').isVisible(), false);
}));

test('colours say what they should', () => withPage('circle', {}, async (page) => {
	const looks = new Set();
	await show(page, 60);
	for (const key of ['1', '2', '3', '4', '5']) {
		await page.keyboard.press(key);
		await drawn(page);
		looks.add(await lookOf(page, '#crowd'));
	}
	assert.equal(looks.size, 5);
	assert.ok(await countPixels(page, '#crowd', '#ff4848') > 500, 'agents that overlap are red');
	await show(page, 0);
	assert.equal(await countPixels(page, '#crowd', '#ff4848'), 0, 'agents that do not are not');
}));

test('wheel, drag, keys and double click move the view', () => withPage('circle', {}, async (page) => {
	await show(page, 0);
	const start = [await screenOf(page, 0), await screenOf(page, 16)];
	await page.mouse.move(...start[0]);
	await page.mouse.wheel(0, -300);
	await drawn(page);
	const zoomed = [await screenOf(page, 0), await screenOf(page, 16)];
	near(zoomed[0][0], start[0][0], 1, 'what is under the mouse stays there');
	near(zoomed[0][1], start[0][1], 1, 'what is under the mouse stays there');
	const apart = (pair) => Math.hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]);
	assert.ok(apart(zoomed) > 1.2 * apart(start));

	await page.mouse.move(700, 700);
	await page.mouse.down();
	await page.mouse.move(750, 720, { steps: 5 });
	await page.mouse.up();
	const dragged = await screenOf(page, 0);
	near(dragged[0], zoomed[0][0] + 50, 6, 'dragged');
	near(dragged[1], zoomed[0][1] + 20, 6, 'dragged');
	assert.equal(await page.evaluate(() => crowdReplay.selected), -1, 'a drag is no click');

	await page.mouse.dblclick(30, 600);
	near((await screenOf(page, 0))[0], start[0][0], 1, 'a double click shows everything');
	await page.keyboard.press('+');
	assert.ok(apart([await screenOf(page, 0), await screenOf(page, 16)]) > 1.2 * apart(start));
	await page.keyboard.press('-');
	near(apart([await screenOf(page, 0), await screenOf(page, 16)]), apart(start), 1, 'and back');
}));

test('two fingers zoom', () => withPage('circle', { viewport: { width: 360, height: 640 }, hasTouch: true }, async (page) => {
	await show(page, 0);
	const before = [await screenOf(page, 0), await screenOf(page, 16)];
	const session = await page.context().newCDPSession(page);
	const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
	await touch('touchStart', [[150, 250], [210, 250]]);
	await touch('touchMove', [[130, 250], [230, 250]]);
	await touch('touchMove', [[90, 250], [270, 250]]);
	await touch('touchEnd', []);
	const after = [await screenOf(page, 0), await screenOf(page, 16)];
	near(Math.hypot(after[0][0] - after[1][0], after[0][1] - after[1][1]) / Math.hypot(before[0][0] - before[1][0], before[0][1] - before[1][1]), 3, 0.1, 'zoom');
}));

test('follows an agent', () => withPage('circle', {}, async (page) => {
	await show(page, 10, 7);
	await page.keyboard.press('f');
	const box = await page.locator('#stage').boundingBox();
	for (const frame of [20, 60, 100]) {
		await page.evaluate((number) => crowdReplay.seek(number), frame);
		await drawn(page);
		const [x, y] = await screenOf(page, 7);
		near(x, box.x + box.width / 2, 1, 'x');
		near(y, box.y + box.height / 2, 1, 'y');
	}
}));

test('charts are drawn, and a click in one goes there', () => withPage('circle', {}, async (page) => {
	await show(page, 0, 3);
	const charts = await page.locator('.chart').count();
	assert.equal(charts, 6);
	for (let i = 0; i < charts; ++i) {
		const inked = await page.locator('.chart canvas').nth(i)
			.evaluate((canvas) => pixelsOf(canvas).filter((value, at) => at % 4 === 3 && value > 0).length);
		assert.ok(inked > 200, `chart ${i} has ${inked} pixels`);
	}
	const plot = page.locator('#run-charts .plot').first();
	await plot.scrollIntoViewIfNeeded();
	const box = await plot.boundingBox();
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
	near(await frameOf(page), (truthOf('circle').frameCount - 1) / 2, 1.5, 'frame');
}));

test('a hostile title is only a title', () => withPage('doors', {}, async (page) => {
	const title = '</title><script>alert(1)</script> & doors @DATA@';
	assert.equal(await page.title(), title);
	assert.equal(await page.locator('h1').textContent(), title);
	assert.equal(await page.locator('script').count(), 1);
}));

test('says so where the browser cannot unpack it', () => withPage('circle', { init: 'delete window.DecompressionStream' }, async (page) => {
	assert.equal(await page.evaluate(() => crowdReplay), null);
	assert.match(await page.locator('#message').textContent(), /browser is too old/);
}));

test('is sharp on a fine screen', () => withPage('circle', { deviceScaleFactor: 2, viewport: { width: 800, height: 600 } }, async (page) => {
	await show(page, 60, 3);
	for (const canvas of ['#ground', '#crowd', '#inset']) {
		const [pixels, width] = await page.locator(canvas).evaluate((element) => [element.width, element.clientWidth]);
		assert.equal(pixels, 2 * width, canvas);
	}
	await page.screenshot({ path: path.join(screenshots, 'circle-fine.png') });
}));

for (const [width, height] of [[1600, 900], [800, 600], [360, 640]]) {
	for (const name of ['doors', 'evacuation']) {
		test(`${name} at ${width} x ${height}: nothing sticks out`, () => withPage(name, { viewport: { width, height } }, async (page) => {
			for (const suffix of ['', '-selected']) {
				const selected = suffix ? await page.evaluate(() => crowdReplay.watched[1]) : -1;
				if (selected >= 0 && await page.locator('#panel').isHidden()) {
					await page.locator('#toggle-panel').click();
				}
				await show(page, 60, selected);
				const overflow = await page.evaluate(() => [document.documentElement, document.body, document.getElementById('panel')]
					.filter((element) => element.scrollWidth > element.clientWidth)
					.map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`));
				assert.deepEqual(overflow, []);
				for (const button of await page.locator('#bar button:visible, #bar select:visible, #bar input').all()) {
					const box = await button.boundingBox();
					assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, await button.getAttribute('id'));
				}
				await page.screenshot({ path: path.join(screenshots, `${name}-${width}${suffix}.png`) });
			}
		}));
	}
}

test('ten thousand agents play', () => withPage('large', {}, async (page) => {
	assert.equal(truthOf('large').agents, 10000);
	await page.waitForTimeout(500);
	const rate = await page.evaluate(() => new Promise((done) => {
		const start = performance.now();
		let frames = 0;
		const count = (now) => {
			++frames;
			now - start > 1500 ? done(frames / (now - start) * 1000) : requestAnimationFrame(count);
		};
		requestAnimationFrame(count);
	}));
	console.log(`10,000 agents: ${rate.toFixed(1)} frames/s without a graphics card, page's own count ${(await page.evaluate(() => crowdReplay.fps)).toFixed(1)}`);
	assert.ok(rate > 5, `${rate} frames/s`);
	await page.screenshot({ path: path.join(screenshots, 'large-1600.png') });
}));
