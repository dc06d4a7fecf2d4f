import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Background } from '../../../src/platform/jobs/background.js';
import { until } from '../../support/until.js';

let background: Background;

beforeEach(() => {
  background = new Background();
});

afterEach(async () => {
  await background.beforeApplicationShutdown();
  jest.restoreAllMocks();
});

describe('Background', () => {
  it('does nothing before it is started', async () => {
    const work = jest.fn(() => Promise.resolve());
    background.every(1, 'the work', work);
    await pause(30);
    expect(work).not.toHaveBeenCalled();
    background.start();
    await until(() => work.mock.calls.length > 2);
  });

  it('starts work immediately if it is registered after the start', async () => {
    background.start();
    let turns = 0;
    background.every(60_000, 'the work', () => Promise.resolve(void turns++));
    await until(() => turns === 1);
  });

  it('never runs the same work twice at a time', async () => {
    let [now, most, turns] = [0, 0, 0];
    background.every(1, 'the work', async () => {
      most = Math.max(most, ++now);
      await pause(10);
      now--;
      turns++;
    });
    background.start();
    await until(() => turns >= 3);
    expect(most).toBe(1);
  });

  it('continues after a failure, and logs it once until the work succeeds again', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    let turns = 0;
    background.every(1, 'the work', () => {
      turns++;
      return turns <= 3 || turns === 5 ? Promise.reject(new Error('No.')) : Promise.resolve();
    });
    background.start();
    await until(() => turns >= 6);
    expect(warn.mock.calls).toEqual([['Failed at the work: No.'], ['Failed at the work: No.']]);
  });

  it.each([
    ['The cause.', 'It failed. The cause.'],
    ['It failed.', 'It failed.'],
  ])('logs the cause of a failure if it says more: %s', async (cause, logged) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    background.every(1, 'the work', () =>
      Promise.reject(new Error('It failed.', { cause: new Error(cause) })),
    );
    background.start();
    await until(() => warn.mock.calls.length > 0);
    expect(warn).toHaveBeenCalledWith(`Failed at the work: ${logged}`);
  });

  it('logs work that keeps failing every 10 minutes', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let turns = 0;
    background.every(1, 'the work', () => {
      turns++;
      return Promise.reject(new Error('No.'));
    });
    background.start();
    for (const minutes of [0, 9, 10, 19, 20]) {
      now = minutes * 60_000;
      const next = turns + 2;
      await until(() => turns >= next);
    }
    expect(warn).toHaveBeenCalledTimes(3);
  });

  it('survives work that throws synchronously', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    let turns = 0;
    background.every(1, 'the work', () => {
      turns++;
      throw new Error('No.');
    });
    background.start();
    await until(() => turns >= 2);
  });

  it('runs triggered work without waiting for its interval', async () => {
    let turns = 0;
    const work = background.every(60_000, 'the work', () => Promise.resolve(void turns++));
    background.start();
    await until(() => turns === 1);
    for (let turn = 2; turn <= 3; turn++) {
      work.trigger();
      work.trigger();
      await until(() => turns === turn);
    }
  });

  it('repeats work that is triggered while it runs', async () => {
    let turns = 0;
    let finish = (): void => undefined;
    const work = background.every(60_000, 'the work', () => {
      turns++;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    background.start();
    await until(() => turns === 1);
    work.trigger();
    finish();
    await until(() => turns === 2);
    finish();
  });

  it('waits for running work when it stops, and starts nothing more', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    background.every(1, 'the work', () => {
      begun++;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    background.start();
    await until(() => begun === 1);
    let hasStopped = false;
    const stopping = background.beforeApplicationShutdown().then(() => (hasStopped = true));
    await pause(20);
    expect(hasStopped).toBe(false);
    finish();
    await stopping;
    await pause(20);
    expect(begun).toBe(1);
  });
});
