import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { patches, textOf } from './process/patched-service.js';

describe('docs/extending.md', () => {
  const page = readFileSync('docs/extending.md', 'utf8');

  it('shows only lines of the patches', () => {
    const blocks = page.matchAll(/^( *)```diff\n(.*?)^ *```$/gms);
    const shown = [...blocks].map(([, indent, diff = '']) =>
      diff.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
    expect(shown.length).toBeGreaterThan(4);
    const texts = patches.map(textOf);
    expect(shown.filter((diff) => !texts.some((text) => text.includes(diff)))).toEqual([]);
  });

  it.each(readdirSync('docs/examples'))('links to %s', (name) => {
    expect(page).toContain(`(examples/${name})`);
  });
});

it.each(patches)('%s applies to the sources', (patch) => {
  execFileSync('git', ['apply', '--check', patch]);
});

const patchesNamed = (start: string) => patches.filter((patch) => patch.includes(`/${start}`));

it.each(patchesNamed('add-a-field'))('%s changes six files of the sources', (patch) => {
  expect(textOf(patch).match(/^\+\+\+ b\/src\//gm)).toHaveLength(6);
});

it.each(patchesNamed('add-an-endpoint'))(
  '%s changes at most four files of the sources, and adds none',
  (patch) => {
    const text = textOf(patch);
    expect(text.match(/^--- a\/src\//gm)?.length).toBeLessThanOrEqual(4);
    expect(text).not.toContain('--- /dev/null');
  },
);
