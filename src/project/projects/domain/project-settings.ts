import { type ApprovalMode, approvalModes } from '../../access/domain/approval-mode.js';
import { emailAddress } from '../../../shared/email-address.js';
import { name } from '../../../shared/names.js';
import { boolean, check, oneOf, type Rules, text } from '../../../shared/rules.js';
import { isWebUrl } from '../../../shared/target-urls.js';

/** The roles that authenticated people can have without being members; `''` is none. */
export const signedInRoles = ['', 'viewer', 'contributor'] as const;

const urlTemplate: Rules = [
  ...text({ max: 2048 }),
  {
    code: 'invalid_url_template',
    detail:
      'must be an http or https URL, in whose path, query or fragment {id} and {slug} stand for the id and slug of a record, or empty.',
    isSatisfiedBy: (value) => typeof value !== 'string' || value === '' || isUrlTemplate(value),
  },
];

function isUrlTemplate(value: string): boolean {
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
  const url = rest.replaceAll(/\{(?:id|slug)\}/g, 'x');
  return isWebUrl(value) && !/[{}]/.test(authority + url);
}

export const projectSettingsRules = {
  signedIn: oneOf(signedInRoles),
  publicFeedback: boolean,
  publicChangelog: boolean,
  publicNames: boolean,
  approval: oneOf(approvalModes),
  feedbackUrl: urlTemplate,
  changelogUrl: urlTemplate,
  mailName: name({ max: 200 }),
  mailReplyTo: emailAddress({ mayBeEmpty: true }),
};

/** Settings as a record. */
export interface ProjectSettingsRecord {
  signed_in: (typeof signedInRoles)[number];
  public_feedback: boolean;
  public_changelog: boolean;
  public_names: boolean;
  approval: ApprovalMode;
  feedback_url: string;
  changelog_url: string;
  mail_name: string;
  mail_reply_to: string;
}

/** The values of settings. */
export interface ProjectSettingsValues {
  /** The role of every authenticated person who is not a member; `''`: none. */
  signedIn: (typeof signedInRoles)[number];
  /** Whether feedback can be read without a token. */
  publicFeedback: boolean;
  /** Whether published entries of the changelog, and its feeds, can be read without a token. */
  publicChangelog: boolean;
  /** Whether public records show names and pictures of authors. */
  publicNames: boolean;
  /** Which contributions wait for approval. */
  approval: ApprovalMode;
  /** Template of the URLs at which the team's own site shows feedback. */
  feedbackUrl: string;
  /** Template of the URLs at which the team's own site shows entries of the changelog. */
  changelogUrl: string;
  /** Name of the sender of e-mails; `''`: the name of the project. */
  mailName: string;
  /** E-mail address that replies go to; `''`: the sender's. */
  mailReplyTo: string;
}

/** Changes to settings. Omitted fields stay unchanged. */
export type ProjectSettingsChanges = {
  readonly [Name in keyof ProjectSettingsValues]?: ProjectSettingsValues[Name] | undefined;
};

/** Who can access a project without being a member, what waits for approval, where its team shows records, and its e-mails. */
export class ProjectSettings implements ProjectSettingsValues {
  signedIn: ProjectSettingsValues['signedIn'] = '';
  publicFeedback = false;
  publicChangelog = false;
  publicNames = false;
  approval: ApprovalMode = 'off';
  feedbackUrl = '';
  changelogUrl = '';
  mailName = '';
  mailReplyTo = '';

  constructor(readonly projectId: string) {}

  /** Returns settings that have been stored. */
  static restore(projectId: string, stored: ProjectSettingsRecord): ProjectSettings {
    const values: ProjectSettingsValues = {
      signedIn: stored.signed_in,
      publicFeedback: stored.public_feedback,
      publicChangelog: stored.public_changelog,
      publicNames: stored.public_names,
      approval: stored.approval,
      feedbackUrl: stored.feedback_url,
      changelogUrl: stored.changelog_url,
      mailName: stored.mail_name,
      mailReplyTo: stored.mail_reply_to,
    };
    return Object.assign(new ProjectSettings(projectId), values);
  }

  /** @throws InvalidInput when a value violates a rule */
  update(changes: ProjectSettingsChanges): void {
    const values = check({ ...changes }, projectSettingsRules);
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(given));
  }
}

/** Returns the URL of a record from a template, which is not empty. */
export function urlFrom(template: string, { id, slug = '' }: { id: string; slug?: string }): string {
  return template.replaceAll('{id}', encodeURIComponent(id)).replaceAll('{slug}', encodeURIComponent(slug));
}
