import { Injectable } from '@nestjs/common';
import { TagImportService } from '../../project/index.js';
import type { ImportFailure } from '../../shared/imports.js';
import { defaultColor, keyText } from './feedback-reader.js';
import type { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { ImportReferences } from './import-references.js';

/** A record with names of tags. */
interface TaggedRecord {
  readonly tags?: readonly string[];
}

/** Imports tags, and finds those that feedback and changelog entries name. */
@Injectable()
export class TagImporter {
  constructor(
    private readonly tags: TagImportService,
    private readonly references: ImportReferences,
  ) {}

  async import(context: ImportContext, batch: ImportBatch): Promise<void> {
    const { grant, mode } = context;
    const tags = batch.of('tag');
    const given = tags.map(({ record: { name, color } }) => ({ name, color: color || defaultColor }));
    const outcomes = await this.tags.import(grant, given, mode);
    const keys = given.map(({ name }) => String(name).toLowerCase());
    batch.countAll(tags, await this.references.plan(context, 'tag', keys, outcomes));
  }

  /** Returns the names of tags that the project has, after unknown ones were created if the options say so. */
  async known(
    { grant, mode, import: { options } }: ImportContext,
    batch: ImportBatch,
    group: readonly { readonly line: number; readonly record: TaggedRecord }[],
  ): Promise<ReadonlySet<string>> {
    const names = [...new Set(group.flatMap(({ record }) => tagNamesOf(record)))];
    const unknown = await this.tags.unknown(grant.projectId, names);
    const refused = new Map<string, ImportFailure>();
    if (options.unknownTags === 'skip') {
      for (const name of unknown) {
        refused.set(name, {
          code: 'unknown_tag',
          detail: `The tag ${name.slice(0, 200)} is unknown and was left out.`,
        });
      }
    } else {
      const given = [...unknown].map((name) => ({ name, color: defaultColor }));
      const outcomes = await this.tags.import(grant, given, mode);
      for (const [index, { name }] of given.entries()) {
        const outcome = outcomes[index]!;
        if (typeof outcome !== 'string') refused.set(name, outcome);
      }
    }
    for (const { line, record } of group) {
      for (const name of tagNamesOf(record)) {
        const reason = refused.get(name);
        if (reason) batch.note(line, reason.code, reason.detail);
      }
    }
    return new Set(names.filter((name) => !refused.has(name)));
  }
}

/** Returns the names of the tags of a record, each once. */
export function tagNamesOf({ tags }: TaggedRecord): string[] {
  if (!Array.isArray(tags)) return [];
  return [...new Set((tags as string[]).filter((tag) => keyText(tag) !== ''))];
}
