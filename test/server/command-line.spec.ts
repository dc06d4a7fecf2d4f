import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { answerOptions } from '../../src/server/command-line.js';

it('starts the service without options', () => {
  expect(answerOptions([])).toBeUndefined();
});

it.each(['--help', '-h'])('prints the usage with %s', (option) => {
  expect(answerOptions([option])).toContain('Usage: node dist/main.js');
});

it.each(['--version', '-v'])('prints the version of the package with %s', (option) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(answerOptions([option])).toBe(version);
});

it('describes only settings that exist', () => {
  const settings = readFileSync('docs/settings.md', 'utf8');
  const names = answerOptions(['--help'])?.match(/[A-Z]+(_[A-Z]+)+/g) ?? [];
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !settings.includes(`| \`${name}\``))).toEqual([]);
});

it.each([['--port=80'], ['start']])('refuses %s', (argument) => {
  expect(() => answerOptions([argument])).toThrow(/--help/);
});
