import { Injectable } from '@nestjs/common';
import { ChangelogImportService } from '../../changelog/index.js';
import { FeedbackLinkService } from '../../changelog-feedback/index.js';
import { PeopleImportService, ProjectImportService, unknownCompany } from '../../project/index.js';
import type { ImportFailure, ImportOutcome } from '../../shared/imports.js';
import { AttachmentImporter } from './attachment-importer.js';
import type { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { FeedbackImporter, unknownFeedback, unknownVoter } from './feedback-importer.js';
import { keyText, readOrigin } from './feedback-reader.js';
import { ImportReferences } from './import-references.js';
import { PeopleImporter, type ResolvedPeople } from './people-importer.js';
import type { SubscriptionImport, SubscriptionToImport } from './subscription-import.js';
import { ProjectImporter } from './project-importer.js';
import { StatusChangeImporter } from './status-change-importer.js';
import { tagNamesOf, TagImporter } from './tag-importer.js';

/** Imports the records of a part of a file, in the order in which they refer to each other. */
@Injectable()
export class RecordImporter {
  private subscriptions: SubscriptionImport | undefined;

  constructor(
    private readonly projectImporter: ProjectImporter,
    private readonly people: PeopleImporter,
    private readonly tags: TagImporter,
    private readonly feedback: FeedbackImporter,
    private readonly statusChanges: StatusChangeImporter,
    private readonly changelogs: ChangelogImportService,
    private readonly feedbackLinks: FeedbackLinkService,
    private readonly projects: ProjectImportService,
    private readonly customers: PeopleImportService,
    private readonly attachments: AttachmentImporter,
    private readonly references: ImportReferences,
  ) {}

  /** Registers what stores subscriptions. Without it, they are not imported. */
  registerSubscriptionImport(subscriptions: SubscriptionImport): void {
    this.subscriptions = subscriptions;
  }

  /** Imports the records in the current unit of work. The batch counts the outcomes. */
  async import(context: ImportContext, batch: ImportBatch): Promise<void> {
    await this.projectImporter.import(context, batch);
    await this.feedback.skipRecordsOfDeleted(context, batch);
    await this.skipRecordsOfDeletedChangelogs(context, batch);
    const people = await this.importPeople(context, batch);
    const { userIds } = people;
    await this.importExternalIds(context, batch, people);
    await this.importMembers(context, batch, userIds);
    await this.tags.import(context, batch);
    await this.feedback.importFeedback(context, batch, userIds);
    await this.feedback.importVotes(context, batch, userIds);
    await this.feedback.importComments(context, batch, userIds);
    await this.statusChanges.import(context, batch, userIds);
    await this.importChangelogs(context, batch, userIds);
    await this.importLinks(context, batch);
    await this.importSubscriptions(context, batch, userIds);
    await this.attachments.import(context, batch, userIds);
  }

  private async importPeople(context: ImportContext, batch: ImportBatch): Promise<ResolvedPeople> {
    const people = batch.of('person').filter(({ line, record }) => {
      const isValid = keyText(record.external_id) !== '';
      if (!isValid) batch.count(line, missingId);
      return isValid;
    });
    const others = (
      ['external_id', 'member', 'vote', 'status_change', 'changelog', 'subscription', 'attachment'] as const
    ).flatMap((kind) => batch.of(kind));
    const ids = [
      // Unknown authors of feedback and comments are one person without a name.
      ...[...batch.of('feedback'), ...batch.of('comment')].map(({ record }) => keyText(record.person)),
      ...others.flatMap(({ record }) => keyText(record.person) || []),
      ...batch.of('feedback').flatMap(({ record }) => keyText(record.assignee) || []),
    ];
    const records = people.map(({ record }) => record);
    const resolved = await this.people.resolve(context, records, ids);
    const { outcomes, unknown } = resolved;
    const created = new Map(outcomes);
    for (const { line, record } of people) {
      const { external_id: id } = record;
      batch.count(line, unknown.has(id) ? userNotFound : (created.get(id) ?? 'skipped'));
      created.delete(id);
    }
    rejectRecordsOf(batch, (id) => unknown.has(id));
    return resolved;
  }

  private async importExternalIds(
    context: ImportContext,
    batch: ImportBatch,
    { userIds, addresses }: ResolvedPeople,
  ): Promise<void> {
    const { grant, mode } = context;
    const lines = batch.of('external_id');
    const companies = await this.references.companies(
      context,
      lines.map(({ record }) => keyText(record.company)),
    );
    const outcomes: ImportOutcome[] = [];
    for (const { record } of lines) {
      const { id, company, created_at: createdAt } = record;
      const userId = userIds.get(keyText(record.person)) ?? null;
      if (!keyText(record.person)) outcomes.push(missingId);
      else if (company && !companies.has(keyText(company))) outcomes.push(unknownCompany);
      else {
        const externalId = { id, userId, company, createdAt };
        outcomes.push(await this.customers.importExternalId(grant, externalId, mode));
      }
    }
    const keys = lines.map(({ record }) => record.id);
    const owners = lines.map(({ record }) => {
      const person = keyText(record.person);
      return userIds.get(person) ?? addresses.get(person) ?? '';
    });
    batch.countAll(lines, await this.references.planExternalIds(context, keys, owners, outcomes));
  }

  private async importMembers(
    { grant, mode }: ImportContext,
    batch: ImportBatch,
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (const { line, record } of batch.of('member')) {
      const { role, created_at: createdAt } = record;
      const userId = userIds.get(keyText(record.person)) ?? null;
      const outcome = keyText(record.person)
        ? await this.projects.importMember(grant, { userId, role, createdAt }, mode)
        : missingId;
      batch.count(line, outcome);
    }
  }

  /** Skips the links and files of entries that were imported before and deleted here. */
  private async skipRecordsOfDeletedChangelogs(
    { grant, mode }: ImportContext,
    batch: ImportBatch,
  ): Promise<void> {
    const records = [...batch.of('link'), ...batch.of('attachment')];
    const keys = records.flatMap(({ record }) => keyText(record.changelog) || []);
    const deleted = await this.changelogs.deletedIds(grant.projectId, mode.source, keys);
    batch.leaveOut((record) =>
      (record.kind === 'link' || record.kind === 'attachment') && deleted.has(keyText(record.changelog))
        ? 'skipped'
        : null,
    );
  }

  private async importChangelogs(
    context: ImportContext,
    batch: ImportBatch,
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { grant, mode } = context;
    for (const group of batch.groupsOf('changelog', ({ external_id: id }) => id)) {
      const names = await this.tags.known(context, batch, group);
      const found = await this.changelogs.import(
        grant,
        group.map(({ record }) => ({
          externalId: record.external_id,
          origin: readOrigin(record.origin),
          authorId: record.person === '' ? null : (userIds.get(keyText(record.person)) ?? null),
          title: record.title,
          summary: record.summary,
          content: record.content,
          image: record.image,
          slug: record.slug,
          published: record.published,
          publishDate: record.publish_date,
          tags: record.tags && tagNamesOf(record).filter((tag) => names.has(tag)),
        })),
        mode,
      );
      for (const [index, { code, detail }] of found.remarks) batch.note(group[index]!.line, code, detail);
      const keys = group.map(({ record }) => record.external_id);
      batch.countAll(group, await this.references.plan(context, 'changelog', keys, found.outcomes));
    }
  }

  private async importLinks(context: ImportContext, batch: ImportBatch): Promise<void> {
    const links = batch.of('link');
    if (links.length === 0) return;
    const { grant, mode } = context;
    const [feedback, changelogs] = await Promise.all([
      this.references.feedback(
        context,
        links.map(({ record }) => keyText(record.feedback)),
      ),
      this.references.changelogs(
        context,
        links.map(({ record }) => keyText(record.changelog)),
      ),
    ]);
    const stored: { line: number; changelogId: string; feedbackId: string }[] = [];
    for (const { line, record } of links) {
      const [feedbackId, changelogId] = [feedback.get(record.feedback), changelogs.get(record.changelog)];
      if (feedbackId && changelogId) stored.push({ line, feedbackId, changelogId });
      else if (feedbackId === undefined || changelogId === undefined) batch.count(line, unknownEnd);
      else batch.count(line, 'created');
    }
    batch.countAll(stored, await this.feedbackLinks.import(grant, stored, mode));
  }

  private async importSubscriptions(
    context: ImportContext,
    batch: ImportBatch,
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const lines = batch.of('subscription');
    if (!this.subscriptions) for (const { line } of lines) batch.count(line, noSubscriptions);
    if (lines.length === 0 || !this.subscriptions) return;
    const keys = lines.flatMap(({ record }) => keyText(record.feedback) || []);
    const feedback = await this.references.feedback(context, keys);
    const known: { line: number; key: string; subscription: SubscriptionToImport }[] = [];
    for (const { line, record } of lines) {
      const { feedback: key, person, subscribed, created_at: createdAt } = record;
      // Without feedback, it is a subscription to the changelog.
      const feedbackId = key === '' ? null : feedback.get(keyText(key));
      if (feedbackId === undefined) batch.count(line, unknownFeedback);
      else if (keyText(person) === '') batch.count(line, missingId);
      else {
        const userId = userIds.get(keyText(person)) ?? null;
        const subscription = { feedbackId, userId, subscribed, createdAt };
        known.push({ line, key: JSON.stringify([key, person]), subscription });
      }
    }
    const subscriptions = known.map(({ subscription }) => subscription);
    const outcomes = await this.subscriptions.import(context.grant, subscriptions, context.mode);
    const planKeys = known.map(({ key }) => key);
    batch.countAll(known, await this.references.plan(context, 'subscription', planKeys, outcomes));
  }
}

/** Leaves out the records of people who are not known. */
function rejectRecordsOf(batch: ImportBatch, isUnknown: (personId: string) => boolean): void {
  batch.leaveOut((record) => {
    if (!('person' in record)) return null;
    const id = keyText(record.person);
    // Of the records without a person, only feedback and comments need one.
    const needsPerson = id !== '' || record.kind === 'feedback' || record.kind === 'comment';
    if (!needsPerson || !isUnknown(id)) return null;
    return record.kind === 'vote' ? unknownVoter : userNotFound;
  });
}

const missingId: ImportFailure = {
  code: 'missing_id',
  detail: 'The id of the person is missing or invalid.',
};

/** The records of a person whom the host application does not know are not attributed to somebody else. */
const userNotFound = {
  code: 'user_not_found',
  detail: 'The person is not one of the users, which another application manages.',
};

const noSubscriptions: ImportFailure = {
  code: 'unknown_kind',
  detail: 'This service has no subscriptions.',
};

const unknownEnd: ImportFailure = {
  code: 'unknown_reference',
  detail: 'The changelog entry or the feedback of the link was not imported.',
};
