import { describe, expect, it } from '@jest/globals';
import { Changelog } from '../../../../src/changelog/entries/domain/changelog.js';
import { aChangelog, aFeedback, aProject, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('FeedbackLinkRepository', () => {
  const links = () => ports().feedbackLinks;

  async function stored(): Promise<{ entries: [Changelog, Changelog]; feedback: [string, string] }> {
    const { id } = await aProject(ports());
    const [one, two] = [await aFeedback(ports(), id), await aFeedback(ports(), id)];
    return {
      entries: [await aChangelog(ports(), id), await aChangelog(ports(), id)],
      feedback: [one.id, two.id],
    };
  }

  it('returns the links of an entry and of feedback', async () => {
    const { entries, feedback } = await stored();
    const [entry, other] = entries;
    for (const id of feedback) await links().add(entry.id, id);
    await links().add(other.id, feedback[0]);
    expect(new Set(await links().feedbackOf(entry.id))).toEqual(new Set(feedback));
    expect(await links().feedbackOf(other.id)).toEqual([feedback[0]]);
    expect(await links().changelogsOf([feedback[1]])).toEqual([entry.id]);
    const both = await links().changelogsOf(feedback);
    expect(both).toHaveLength(2);
    expect(new Set(both)).toEqual(new Set([entry.id, other.id]));
    expect(await links().changelogsOf([])).toEqual([]);
    expect(await links().feedbackOf(ports().ids.next())).toEqual([]);
  });

  it('stores a link once', async () => {
    const { entries, feedback } = await stored();
    for (let time = 1; time <= 2; time++) await links().add(entries[0].id, feedback[0]);
    expect(await links().feedbackOf(entries[0].id)).toEqual([feedback[0]]);
    expect(await links().remove(entries[0].id, feedback)).toBe(true);
    expect(await links().feedbackOf(entries[0].id)).toEqual([]);
  });

  it('rejects a link of an entry or feedback that does not exist', async () => {
    const { entries, feedback } = await stored();
    const unknown = ports().ids.next();
    for (const [entry, id] of [
      [entries[0].id, unknown],
      [unknown, feedback[0]],
    ] as const) {
      await expect(ports().unitOfWork.run(() => links().add(entry, id))).rejects.toThrow();
    }
    expect(await links().feedbackOf(entries[0].id)).toEqual([]);
  });

  it('removes the links of the entry to the given feedback, and returns whether there were any', async () => {
    const { entries, feedback } = await stored();
    const [entry, other] = entries;
    for (const id of feedback) await links().add(entry.id, id);
    await links().add(other.id, feedback[0]);
    expect(await links().remove(entry.id, [feedback[0], ports().ids.next()])).toBe(true);
    expect(await links().remove(entry.id, [feedback[0]])).toBe(false);
    expect(await links().remove(entry.id, [])).toBe(false);
    expect(await links().feedbackOf(entry.id)).toEqual([feedback[1]]);
    expect(await links().feedbackOf(other.id)).toEqual([feedback[0]]);
  });

  it('deletes links with their feedback and with their entry', async () => {
    const { entries, feedback } = await stored();
    const [entry, other] = entries;
    for (const id of feedback) for (const each of entries) await links().add(each.id, id);
    await ports().unitOfWork.run(async () => {
      const loaded = await ports().feedback.load(entry.projectId, feedback[0]);
      await ports().feedback.remove(loaded!.aggregate);
    });
    for (const each of entries) expect(await links().feedbackOf(each.id)).toEqual([feedback[1]]);
    await ports().changelogs.remove(entry);
    expect(await links().changelogsOf(feedback)).toEqual([other.id]);
  });

  it('stores no link of a unit of work that is rolled back', async () => {
    const { entries, feedback } = await stored();
    const run = ports().unitOfWork.run(async () => {
      await links().add(entries[0].id, feedback[0]);
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    expect(await links().feedbackOf(entries[0].id)).toEqual([]);
  });
});
