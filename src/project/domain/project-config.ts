import { InvalidInput } from '../../shared/domain-error.js';
import { check, matching, text, trueOrFalse } from '../../shared/rules.js';
import { CustomDomainUnverified } from './project.errors.js';
import { isWebUrl, noWebUrl } from './target-urls.js';

/** Replaces a secret that the reader cannot see. */
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
      // `TargetUrls` decides whether the host is allowed.
      isSatisfiedBy: (value: unknown) =>
        typeof value !== 'string' || value === '' || value === hiddenSecret || isWebUrl(value),
    },
  ],
};

/** Changes to a configuration. Omitted fields stay unchanged. */
export interface ProjectConfigChanges {
  changelogPreviewStyle?: string | undefined;
  changelogSocialHandle?: string | undefined;
  customDomain?: string | undefined;
  integrationChatRoleId?: string | undefined;
  integrationChatStatus?: boolean | undefined;
  integrationChatWebhook?: string | undefined;
}

/** The configuration of a project: changelog, custom domain and chat. */
export class ProjectConfig {
  public changelogPreviewStyle = 'summary';
  public changelogSocialHandle = '';
  public customDomain = '';
  /** Whether the ownership of the domain is verified. */
  public customDomainVerified = false;
  public integrationChatRoleId = '';
  /** Whether news is posted to the chat. */
  public integrationChatStatus = false;
  /** The URL of the chat. It is a secret, because anyone who knows it can post there. */
  public integrationChatWebhook = '';

  private constructor(
    readonly id: string,
    readonly projectId: string,
    readonly createdAt: Date,
  ) {}

  static createFor(projectId: string, id: string, now: Date): ProjectConfig {
    return new ProjectConfig(id, projectId, now);
  }

  /** Returns the DNS record that proves the ownership of the domain. */
  get verificationRecord(): { name: string; value: string } {
    return { name: `_feedback-changelog.${this.customDomain}`, value: `feedback-changelog=${this.id}` };
  }

  /**
   * Marks the domain as verified.
   *
   * @param found values of the TXT records with that name
   * @throws CustomDomainUnverified when the required record is missing
   */
  verifyCustomDomain(found: readonly string[]): void {
    const { name, value } = this.verificationRecord;
    if (!found.includes(value)) throw new CustomDomainUnverified(name, value);
    this.customDomainVerified = true;
  }

  /**
   * Changes the configuration. A changed domain must be verified again; `********` leaves the URL of the chat
   * unchanged.
   *
   * @throws InvalidInput when a value violates a rule, or the chat would be enabled without a URL
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
