import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { render, replaceNames, singularOf, templates } from '../generate.js';

describe('The names in a template', () => {
  const example = ['release plan', 'release plans'];

  it.each([
    ['class ReleasePlan, ReleasePlansModule', 'class ReleaseNote, ReleaseNotesModule'],
    ['releasePlanId, releasePlans', 'releaseNoteId, releaseNotes'],
    ['release_plan.created, release_plans_list', 'release_note.created, release_notes_list'],
    ['/release-plans/:releasePlanId', '/release-notes/:releaseNoteId'],
    ["'Release plans', 'Create a release plan'", "'Release notes', 'Create a release note'"],
  ])('%s become %s', (text, expected) => {
    expect(replaceNames(text, example, ['release-note', 'release-notes'])).toBe(expected);
  });

  it.each([
    ['idea', 'ideas', 'An idea, an idea, ideas'],
    ['user-story', 'user-stories', 'A user story, a user story, user stories'],
  ])('get the article of %s', (one, many, expected) => {
    expect(replaceNames('A release plan, a release plan, release plans', example, [one, many])).toBe(
      expected,
    );
  });

  it.each(templates)('in $patch are all replaced', (template) => {
    const text = readFileSync(template.patch, 'utf8');
    const words = new RegExp(template.example[0]!.replace(' ', '.?'), 'i');
    expect(text).toMatch(words);
    const names = template.example.map((_, index) => ['sprint', 'sprints'][index]!);
    expect(replaceNames(text, template.example, names)).not.toMatch(words);
  });

  it.each(templates)('in $patch are in hunks that only insert lines before others', ({ patch }) => {
    const text = readFileSync(patch, 'utf8');
    expect(text.match(/^-(?!-- )/gm)).toBeNull();
    expect(text.match(/^@@ .*\n(?!\+)/gm)).toBeNull();
  });
});

it.each([
  ['milestones', 'milestone'],
  ['release-notes', 'release-note'],
  ['categories', 'category'],
  ['statuses', 'status'],
  ['releases', 'release'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['people', undefined],
  ['access', undefined],
])('the singular of %s is %s', (names, expected) => {
  expect(singularOf(names)).toBe(expected);
});

describe('npm run generate', () => {
  it.each([
    ['', /^What\?\n/],
    ['service billing', /^Unknown kind: service\.\n/],
    ['module', /^A module needs a name in the plural/],
    ['module people', /^people does not look like a plural/],
    ['module Milestones', /^Invalid name: Milestone\./],
    ['module ../x y', /^Invalid name: \.\.\/x\./],
    ['module classes', /^class is a reserved word/],
    ['module entries', /^The template uses the name entry for something else/],
    ['module boards', /^There is already a module of this name/],
    ['module attachments', /^There is already a module of this name/],
    [
      'field board category',
      /^A template for a new field exists only for: feedback, comment, changelog-entry\./,
    ],
    ['field feedback', /^This kind needs an aggregate and a name/],
    ['field feedback order', /^order is a reserved word/],
    ['field feedback estimated-date', /^There is already a field of this name/],
    ['field feedback category idea', /^A field needs two or more different values/],
    ['field feedback category idea idea bug', /^A field needs two or more different values/],
    ["field feedback category idea '", /^A field needs two or more different values/],
    ['field changelog-entry summary', /^There is already a field of this name/],
    ['field comment content', /^There is already a field of this name/],
    [
      'operation board summary',
      /^A template for a new operation exists only for: feedback, comment, changelog-entry, project\./,
    ],
    ['operation feedback stats', /^There is already an operation of this name/],
    ['operation comment read', /^There is already an operation of this name/],
  ])('refuses: %s', (args, message) => {
    expect(() => render(args.split(' ').filter(Boolean))).toThrow(message);
  });

  it('numbers a migration after all others', () => {
    const { patch } = render(['module', 'milestones']);
    const [, number] = /export class Milestones(\d+) /.exec(patch)!;
    const others = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((file) => /migrations.*-(\d{13})\.ts$/.exec(file)?.[1] ?? '')
      .filter(Boolean);
    expect(others.length).toBeGreaterThan(5);
    expect(Number(number)).toBeGreaterThan(Math.max(...others.map(Number)));
  });

  it('gives a field its values, of which the first is the default', () => {
    const { patch } = render(['field', 'feedback', 'category', 'idea', 'bug']);
    expect(patch).toContain("+export const categories = ['idea', 'bug'] as const;");
    expect(patch).toContain("default 'idea'");
    expect(patch).toContain("check (category in ('idea', 'bug'))");
    expect(patch).toContain("+      category: { set: { category: 'bug' } },");
  });
});
