import { beforeEach, describe, expect, it } from '@jest/globals';
import { ChangelogNotFound } from '../../../../src/changelog/entries/domain/changelog.errors.js';
import { FeedbackLinkService } from '../../../../src/changelog/linked-feedback/application/feedback-link.service.js';
import {
  maxLinks,
  TooManyLinks,
} from '../../../../src/changelog/linked-feedback/domain/feedback-link.errors.js';
import { FeedbackMerged, FeedbackNotFound } from '../../../../src/feedback/items/domain/feedback.errors.js';
import type { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { aCaller } from '../../../support/caller.js';
import { aChangelog, aFeedback, aProject, usePorts, merged, type Ports } from '../../../support/ports.js';

const opened = usePorts();

describe('FeedbackLinkService', () => {
  let ports: Ports;
  let service: FeedbackLinkService;
  let access: ProjectAccess;
  let entry: string;
  let feedback: Feedback;

  beforeEach(async () => {
    ports = opened();
    access = new ProjectAccess((await aProject(ports)).id, 'editor', aCaller(ports.ids.next()));
    entry = await newEntry();
    feedback = await newFeedback();
    service = ports.get(FeedbackLinkService);
  });

  const newEntry = async () => (await aChangelog(ports, access.projectId)).id;
  const newFeedback = async () => aFeedback(ports, access.projectId);
  const link = async (to: Feedback) => (await service.link(access, entry, to.id)).created;
  const unlink = async (from: Feedback) => service.unlink(access, entry, from.id);
  const storeLink = (changelogId: string, feedbackId: string) =>
    ports.feedbackLinks.add(changelogId, feedbackId);
  const linked = async () => ports.feedbackLinks.feedbackOf(entry);
  const events = async () =>
    (await ports.recordedEvents(access.projectId)).map(({ type, data }) => [type, data]);

  it('records an event for a new link and for a removed one, and none if nothing changes', async () => {
    expect([await link(feedback), await link(feedback)]).toEqual([true, false]);
    for (let time = 1; time <= 2; time++) await unlink(feedback);
    const data = { changelog_id: entry, feedback_id: feedback.id };
    expect(await events()).toEqual([
      ['changelog.feedback_linked', data],
      ['changelog.feedback_unlinked', data],
    ]);
  });

  it('creates one link if it is requested concurrently', async () => {
    const created = await Promise.all([link(feedback), link(feedback), link(feedback)]);
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  it('treats a link to merged feedback as a link to its target', async () => {
    const source = await newFeedback();
    await link(source);
    await merged(ports, source, feedback);
    await expect(link(source)).rejects.toThrow(FeedbackMerged);
    expect(await link(feedback)).toBe(false);
    expect(await linked()).toEqual([source.id]);
    await unlink(feedback);
    expect(await linked()).toEqual([]);
    expect((await events()).at(-1)).toEqual([
      'changelog.feedback_unlinked',
      { changelog_id: entry, feedback_id: feedback.id },
    ]);
  });

  it('limits the links of an entry', async () => {
    for (let number = 0; number < maxLinks; number++) {
      await storeLink(entry, number === 0 ? feedback.id : (await newFeedback()).id);
    }
    const other = await newFeedback();
    await expect(link(other)).rejects.toThrow(TooManyLinks);
    expect(await link(feedback)).toBe(false);
    await unlink(feedback);
    expect(await link(other)).toBe(true);
  });

  it('limits the links of feedback, together with what is merged into it', async () => {
    const source = await newFeedback();
    await merged(ports, source, feedback);
    for (let number = 0; number < maxLinks; number++) {
      await storeLink(await newEntry(), number % 2 === 0 ? feedback.id : source.id);
    }
    await expect(link(feedback)).rejects.toThrow(TooManyLinks);
    expect(await linked()).toEqual([]);
    expect(await link(await newFeedback())).toBe(true);
  });

  it('reports a missing entry before missing feedback', async () => {
    const unknown = ports.ids.next();
    for (const change of [service.link.bind(service), service.unlink.bind(service)]) {
      await expect(change(access, unknown, unknown)).rejects.toThrow(ChangelogNotFound);
      await expect(change(access, entry, unknown)).rejects.toThrow(FeedbackNotFound);
    }
    expect(await events()).toEqual([]);
  });
});
