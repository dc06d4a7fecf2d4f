import { InvalidInput } from '../../shared/domain-error.js';
import { check, matching, text, trueOrFalse } from '../../shared/rules.js';
import { CustomDomainUnverified } from './project.errors.js';
import { isWebUrl, noWebUrl } from './target-urls.js';

/** Stands for a secret that the reader may not see. */
export const hiddenSecret = '********';

export const projectConfigRules = {
  changelogPreviewStyle: text({ max: 200 }),
  changelogSocialHandle: text({ max: 200 }),
  customDomain: matching(
    /^(?=.*[a-zA-Z][^.]*$)([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/,
    {
      code: 'invalid_host_name',
      detail: 'must be a host name, such as feedback.example.com, or empty.',
      max: 200,
      mayBeEmpty: true,
    },
  ),
  integrationChatRoleId: text({ max: 200 }),
  integrationChatStatus: trueOrFalse,
  integrationChatWebhook: [
    ...text({ max: 2048 }),
    {
      code: noWebUrl.code,
      detail: 'must be an https URL without a user name, or empty.',
      // Where it may lead, `TargetUrls` says.
      isSatisfiedBy: (value: unknown) =>
        typeof value !== 'string' || value === '' || value === hiddenSecret || isWebUrl(value),
    },
  ],
};

/** What may be changed of a configuration. A field left out stays as it is. */
export interface ProjectConfigChanges {
  changelogPreviewStyle?: string | undefined;
  changelogSocialHandle?: string | undefined;
  customDomain?: string | undefined;
  integrationChatRoleId?: string | undefined;
  integrationChatStatus?: boolean | undefined;
  integrationChatWebhook?: string | undefined;
}

/** How a project presents itself and where it posts to. */
export class ProjectConfig {
  public changelogPreviewStyle = 'summary';
  public changelogSocialHandle = '';
  public customDomain = '';
  /** Whether the project has shown that the domain is its own. */
  public customDomainVerified = false;
  public integrationChatRoleId = '';
  /** Whether news are posted to the chat. */
  public integrationChatStatus = false;
  /** The URL to post to: whoever knows it can post there, so it is a secret. */
  public integrationChatWebhook = '';

  private constructor(
    readonly id: string,
    readonly projectId: string,
    readonly createdAt: Date,
  ) {}

  static createFor(projectId: string, id: string, now: Date): ProjectConfig {
    return new ProjectConfig(id, projectId, now);
  }

  /** The DNS record that shows that the project may use its domain. */
  get verificationRecord(): { name: string; value: string } {
    return { name: `_feedback-changelog.${this.customDomain}`, value: `feedback-changelog=${this.id}` };
  }

  /**
   * From now on the domain is known to be the project's.
   *
   * @param found texts of the TXT records that the domain has under that name
   * @throws CustomDomainUnverified where the record is not among them
   */
  verifyCustomDomain(found: readonly string[]): void {
    const { name, value } = this.verificationRecord;
    if (!found.includes(value)) throw new CustomDomainUnverified(name, value);
    this.customDomainVerified = true;
  }

  /**
   * Another domain has to be verified anew; `********` leaves the chat's URL as it is.
   *
   * @throws InvalidInput where a value breaks a rule, or the chat would be on without a URL
   */
  revise(changes: ProjectConfigChanges): void {
    check({ ...changes }, projectConfigRules);
    const domain = changes.customDomain?.toLowerCase() ?? this.customDomain;
    if (domain !== this.customDomain) this.customDomainVerified = false;
    this.customDomain = domain;
    this.changelogPreviewStyle = changes.changelogPreviewStyle ?? this.changelogPreviewStyle;
    this.changelogSocialHandle = changes.changelogSocialHandle ?? this.changelogSocialHandle;
    this.integrationChatRoleId = changes.integrationChatRoleId ?? this.integrationChatRoleId;
    this.integrationChatStatus = changes.integrationChatStatus ?? this.integrationChatStatus;
    if (changes.integrationChatWebhook !== hiddenSecret) {
      this.integrationChatWebhook = changes.integrationChatWebhook ?? this.integrationChatWebhook;
    }
    if (this.integrationChatStatus && this.integrationChatWebhook === '') {
      const field = changes.integrationChatStatus ? 'integration_chat_status' : 'integration_chat_webhook';
      throw new InvalidInput([
        {
          pointer: `/${field}`,
          code: 'chat_without_webhook',
          detail: 'The chat requires an integration_chat_webhook.',
        },
      ]);
    }
  }
}
