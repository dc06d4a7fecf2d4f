import { expect, it } from '@jest/globals';
import { Generations } from '../../../src/platform/system/generations.js';

const generation = 50_000;

function fill(map: Generations<number>, from: number, keys: number): void {
  for (let key = from; key < from + keys; key++) map.set(`key ${key}`, key);
}

it('keeps what was set in the last two generations, and nothing else', () => {
  const map = new Generations<number>();
  fill(map, 0, 2 * generation);
  expect([map.get('key 0'), map.get(`key ${2 * generation - 1}`)]).toEqual([0, 2 * generation - 1]);
  map.set('one more', 1);
  expect([map.get('key 0'), map.get(`key ${generation - 1}`)]).toEqual([undefined, undefined]);
  expect([map.get(`key ${generation}`), map.get('one more')]).toEqual([generation, 1]);
});

it('keeps what is set again and again', () => {
  const map = new Generations<number>();
  for (let time = 0; time < 6; time++) {
    map.set('kept', time);
    fill(map, time * generation, generation - 1);
  }
  expect(map.get('kept')).toBe(5);
});

it('keeps all where one key is set over and over', () => {
  const map = new Generations<number>();
  fill(map, 0, generation);
  for (let time = 0; time < 3 * generation; time++) map.set('key 7', time);
  expect([map.get('key 0'), map.get('key 7')]).toEqual([0, 3 * generation - 1]);
});

it('forgets what is deleted, in whichever generation it is', () => {
  const map = new Generations<number>();
  map.set('older', 1);
  fill(map, 0, generation);
  map.set('recent', 2);
  map.delete('older');
  map.delete('recent');
  expect([map.get('older'), map.get('recent')]).toEqual([undefined, undefined]);
});
