import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  Changelog,
  type ChangelogChanges,
  numberedSlug,
  slugFor,
} from '../../../../src/changelog/entries/domain/changelog.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const now = new Date('2026-01-31T12:00:00.123Z');
const entry = { id: '1', projectId: '2', authorId: '3', slug: 'fixes' };
const editor = '4';
const fixes = () =>
  Changelog.write(
    entry,
    { title: 'Fixes', summary: 'Few', content: '# All', image: '/i', published: true },
    now,
  );

describe('Changelog', () => {
  it('is by default a draft of today with nothing but a title', () => {
    expect({ ...Changelog.write(entry, { title: 'Fixes' }, now) }).toEqual({
      ...entry,
      title: 'Fixes',
      tagIds: [],
      summary: '',
      content: '',
      image: '',
      publishDate: now,
      published: false,
      announced: false,
      attachmentIds: [],
      metadata: {},
      fields: {},
      publisherId: entry.authorId,
    });
  });

  it('has the given date', () => {
    const publishDate = new Date('2030-01-01T00:00:00.000Z');
    expect(Changelog.write(entry, { title: 'Fixes', publishDate }, now).publishDate).toEqual(publishDate);
  });

  it('reports all field errors at once, and stays unchanged', () => {
    const wrong = {
      title: '',
      summary: 'a'.repeat(2_001),
      content: 'a'.repeat(100_001),
      image: 'data:text/html,a',
      publishDate: new Date('+010000-01-01T00:00:00.000Z'),
      published: 'yes' as unknown as boolean,
    };
    const faults = [
      '/title blank',
      '/summary too_long',
      '/content too_long',
      '/image invalid_url_scheme',
      '/publish_date invalid_timestamp',
      '/published invalid_type',
    ];
    const sorted = (call: () => unknown) => fieldErrorsOf(call).sort();
    expect(sorted(() => Changelog.write(entry, wrong, now))).toEqual(faults.toSorted());
    const changelog = fixes();
    expect(sorted(() => changelog.update(wrong, editor, now))).toEqual(faults.toSorted());
    expect(changelog).toEqual(fixes());
  });

  it('keeps fields that a revision omits, and clears fields that it sets to an empty text', () => {
    const changelog = fixes();
    changelog.update({}, editor, now);
    expect(changelog).toEqual(fixes());
    changelog.update({ summary: '', image: '', published: false }, editor, now);
    expect(changelog).toMatchObject({
      title: 'Fixes',
      summary: '',
      content: '# All',
      image: '',
      publishDate: now,
      published: false,
    });
  });

  it('keeps its slug when its title changes', () => {
    const changelog = fixes();
    changelog.update({ title: 'Other' }, editor, now);
    expect(changelog.slug).toBe('fixes');
  });
});

describe('the announcement of an entry', () => {
  const [earlier, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const written = (values: ChangelogChanges) => Changelog.write(entry, { ...values, title: 'Fixes' }, now);

  it('happens at once if it is published with a date that is not in the future', () => {
    for (const publishDate of [undefined, now, earlier]) {
      expect(written({ published: true, publishDate }).announced).toBe(true);
      const draft = written({ publishDate });
      expect(draft.announced).toBe(false);
      expect(draft.update({ published: true }, editor, now)).toBe('published');
      expect(draft).toMatchObject({ announced: true, publisherId: editor });
    }
  });

  it('happens once, at its date, if it is scheduled', () => {
    const scheduled = written({ published: true, publishDate: later });
    expect(scheduled.announced).toBe(false);
    expect(scheduled.announce(now)).toBe(false);
    expect(scheduled.announce(later)).toBe(true);
    expect(scheduled.announce(later)).toBe(false);
    expect(scheduled.update({ published: true }, editor, later)).toBeNull();
  });

  it('moves with the date, and happens at once when the date is moved into the past', () => {
    const scheduled = written({ published: true, publishDate: later });
    expect(scheduled.update({ publishDate: new Date(later.getTime() + 1) }, editor, now)).toBeNull();
    expect(scheduled.announce(later)).toBe(false);
    expect(scheduled.update({ publishDate: now }, editor, now)).toBe('published');
  });

  it('is cancelled without an `unpublished` event if the entry is unpublished before its date', () => {
    const scheduled = written({ published: true, publishDate: later });
    expect(scheduled.update({ published: false }, editor, now)).toBeNull();
    expect(scheduled.announce(later)).toBe(false);
  });

  it('is not repeated when the date of an announced entry changes', () => {
    const changelog = fixes();
    for (const publishDate of [later, earlier, now]) {
      expect(changelog.update({ publishDate }, editor, now)).toBeNull();
      expect(changelog.announce(new Date(later.getTime() + 1))).toBe(false);
    }
  });

  it('is repeated when the entry is published again', () => {
    const changelog = fixes();
    expect(changelog.update({ published: false }, editor, now)).toBe('unpublished');
    expect(changelog.update({ published: true, publishDate: later }, editor, now)).toBeNull();
    expect(changelog.update({ published: false }, editor, now)).toBeNull();
    expect(changelog.update({ published: true, publishDate: now }, editor, now)).toBe('published');
  });

  it('names the last user who scheduled the entry as its publisher', () => {
    const draft = written({ publishDate: later });
    draft.update({ title: 'Other', publishDate: later, published: false }, '5', now);
    expect(draft.publisherId).toBe(entry.authorId);
    draft.update({ published: true }, '6', now);
    expect(draft.publisherId).toBe('6');
    draft.update({ published: true, summary: 'Few' }, '7', now);
    expect(draft.publisherId).toBe('6');
    draft.update({ publishDate: new Date(later.getTime() + 1) }, '8', now);
    expect(draft.publisherId).toBe('8');
  });

  it('happens exactly once each time that the entry becomes visible', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 3 }),
      published: fc.option(fc.boolean(), { nil: undefined }),
      date: fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const at = (time: number) => new Date(time);
        const changelog = Changelog.write(entry, { title: 'Fixes' }, at(0));
        const outcomes: string[] = [];
        let time = 0;
        for (const { wait, published, date } of steps) {
          time += wait;
          if (changelog.announce(at(time))) outcomes.push('published');
          const wasAnnounced = changelog.announced;
          const publishDate = date === undefined ? undefined : at(date);
          const outcome = changelog.update({ published, publishDate }, editor, at(time));
          if (outcome) outcomes.push(outcome);
          const isSeen = changelog.published && changelog.publishDate <= at(time);
          expect(changelog.announced).toBe(isSeen || (wasAnnounced && changelog.published));
          expect(changelog.announce(at(time))).toBe(false);
        }
        // The outcomes alternate, and the last one matches the current state.
        outcomes.forEach((type, n) => expect(type).toBe(n % 2 === 0 ? 'published' : 'unpublished'));
        expect(outcomes.at(-1) === 'published').toBe(changelog.announced);
      }),
    );
  });
});

describe('the slug of an entry', () => {
  it('is the slug of its title', () => {
    expect(slugFor('small-fixes')).toBe('small-fixes');
  });

  it('defaults to `entry` for an empty text', () => {
    expect(slugFor('')).toBe('entry');
  });

  it('has at most 100 characters and does not end in a hyphen', () => {
    expect(slugFor('a'.repeat(101))).toBe('a'.repeat(100));
    expect(slugFor(`${'a'.repeat(99)}-b`)).toBe('a'.repeat(99));
    expect(slugFor(`${'a'.repeat(98)}-b-c`)).toBe(`${'a'.repeat(98)}-b`);
  });

  it('is a valid slug for every slug and for an empty text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z0-9]{1,30}(-[a-z0-9]{1,30}){0,5})?$/), (slugified) => {
        expect(slugFor(slugified)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugFor(slugified).length).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('has a number from the second one on', () => {
    expect([1, 2, 3].map((number) => numberedSlug('fixes', number))).toEqual(['fixes', 'fixes-2', 'fixes-3']);
  });
});
