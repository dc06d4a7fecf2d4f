import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { persistence } from '../../src/app.module.js';

/** Returns the part of a name that differs between migrations: `Feedback1763600003000` has the number of its file. */
const numberOf = (name: string) => /\d{13}/.exec(name)?.[0];

it('every migration in the sources is in the list of its module', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/migrations\/[^/]+\.ts$/.test(path),
  );
  const listed = persistence.flatMap(({ migrations }) => migrations.map(({ name }) => numberOf(name)));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => !listed.includes(numberOf(path)))).toEqual([]);
});
