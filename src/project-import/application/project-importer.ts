import { Injectable } from '@nestjs/common';
import { CustomFieldImportService, ProjectImportService } from '../../project/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import { CompanyImporter } from './company-importer.js';
import type { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { keyText } from './feedback-reader.js';
import { ImportReferences } from './import-references.js';

/** Imports the records of a project itself: its settings, statuses, boards, companies and fields. */
@Injectable()
export class ProjectImporter {
  constructor(
    private readonly projects: ProjectImportService,
    private readonly companies: CompanyImporter,
    private readonly fields: CustomFieldImportService,
    private readonly references: ImportReferences,
  ) {}

  /** Imports the records in the current unit of work. The batch counts the outcomes. */
  async import(context: ImportContext, batch: ImportBatch): Promise<void> {
    await this.importSettings(context, batch);
    await this.importStatuses(context, batch);
    await this.importBoards(context, batch);
    await this.companies.import(context, batch);
    await this.importFields(context, batch);
  }

  private async importSettings({ grant, mode }: ImportContext, batch: ImportBatch): Promise<void> {
    for (const { line, record } of batch.of('project')) {
      const outcome = await this.projects.importSettings(
        grant,
        {
          project: {
            name: record.name,
            icon: record.icon,
            iconRadius: record.icon_radius,
            ogImage: record.og_image,
          },
          config: {
            changelogPreviewStyle: record.changelog_preview_style,
            changelogSocialHandle: record.changelog_social_handle,
            customDomain: record.custom_domain,
            integrationChatRoleId: record.integration_chat_role_id,
          },
          metadata: record.metadata,
        },
        mode,
      );
      batch.count(line, outcome);
    }
    for (const { line, record } of batch.of('former_slug')) {
      batch.count(line, await this.projects.importFormerSlug(grant, record.slug, mode));
    }
    for (const { line, record } of batch.of('project_settings')) {
      const settings = {
        signedIn: record.signed_in,
        publicFeedback: record.public_feedback,
        publicChangelog: record.public_changelog,
        publicNames: record.public_names,
        approval: record.approval,
        feedbackUrl: record.feedback_url,
        changelogUrl: record.changelog_url,
        mailName: record.mail_name,
        mailReplyTo: record.mail_reply_to,
      };
      batch.count(line, await this.projects.importAccess(grant, settings, mode));
    }
  }

  private async importStatuses(context: ImportContext, batch: ImportBatch): Promise<void> {
    const statuses = batch.of('status');
    const outcomes: ImportOutcome[] = [];
    for (const { record } of statuses) {
      const { name, color, status_kind: kind, position, on_roadmap: onRoadmap } = record;
      const values = { name, color, kind, position, onRoadmap };
      outcomes.push(await this.projects.importStatus(context.grant, record.key, values, context.mode));
    }
    const keys = statuses.map(({ record }) => keyText(record.key));
    batch.countAll(statuses, await this.references.plan(context, 'status', keys, outcomes));
  }

  private async importBoards(context: ImportContext, batch: ImportBatch): Promise<void> {
    const boards = batch.of('board');
    const outcomes: ImportOutcome[] = [];
    for (const { record } of boards) {
      const { slug, name, description, position, visibility, submission } = record;
      const values = { name, description, position, visibility, submission };
      outcomes.push(await this.projects.importBoard(context.grant, slug, values, context.mode));
    }
    const slugs = boards.map(({ record }) => keyText(record.slug));
    batch.countAll(boards, await this.references.plan(context, 'board', slugs, outcomes));
  }

  private async importFields(context: ImportContext, batch: ImportBatch): Promise<void> {
    const fields = batch.of('field');
    const outcomes: ImportOutcome[] = [];
    for (const { record } of fields) {
      const { key, name, type, options, required, set_by: setBy, visible_to: visibleTo, position } = record;
      const values = { name, type, options, required, setBy, visibleTo, position };
      outcomes.push(await this.fields.import(context.grant, key, values, context.mode));
    }
    const keys = fields.map(({ record }) => keyText(record.key));
    batch.countAll(fields, await this.references.plan(context, 'field', keys, outcomes));
  }
}
