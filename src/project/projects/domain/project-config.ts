import { InvalidInput } from '../../../shared/domain-error.js';
import { check, matching, text, boolean } from '../../../shared/rules.js';
import { CustomDomainUnverified } from './project.errors.js';
import { isWebUrl, noWebUrl } from '../../../shared/target-urls.js';

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
  integrationChatStatus: boolean,
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

/** A configuration as a record. */
export interface ProjectConfigRecord {
  id: string;
  project_id: string;
  changelog_preview_style: string;
  changelog_social_handle: string;
  custom_domain: string;
  custom_domain_verified: boolean;
  integration_chat_role_id: string;
  integration_chat_status: boolean;
  /** A secret, which only owners can read. */
  integration_chat_webhook: string;
  created_at: string;
}

/** Returns the configuration, or a part of it, with its secrets masked. */
export function withoutSecrets<T extends Partial<ProjectConfigRecord>>(config: T): T {
  return config.integration_chat_webhook ? { ...config, integration_chat_webhook: hiddenSecret } : config;
}

/** Changes to a configuration. Omitted fields stay unchanged. */
export interface ProjectConfigChanges {
  changelogPreviewStyle?: string | undefined;
  changelogSocialHandle?: string | undefined;
  customDomain?: string | undefined;
  integrationChatRoleId?: string | undefined;
  integrationChatStatus?: boolean | undefined;
  integrationChatWebhook?: string | undefined;
}

/** Returns the DNS record that proves the ownership of the domain of a configuration. */
export function verificationRecordOf(
  configId: string,
  customDomain: string,
): { name: string; value: string } {
  return { name: `_feedback-changelog.${customDomain}`, value: `feedback-changelog=${configId}` };
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

  private constructor(readonly id: string) {}

  /** Returns the configuration of a new project. */
  static create(id: string): ProjectConfig {
    return new ProjectConfig(id);
  }

  /** Returns a configuration that has been stored. */
  static restore(stored: ProjectConfigRecord): ProjectConfig {
    const values: Omit<ProjectConfig, 'id' | 'verifyCustomDomain' | 'update'> = {
      changelogPreviewStyle: stored.changelog_preview_style,
      changelogSocialHandle: stored.changelog_social_handle,
      customDomain: stored.custom_domain,
      customDomainVerified: stored.custom_domain_verified,
      integrationChatRoleId: stored.integration_chat_role_id,
      integrationChatStatus: stored.integration_chat_status,
      integrationChatWebhook: stored.integration_chat_webhook,
    };
    return Object.assign(new ProjectConfig(stored.id), values);
  }

  /**
   * Marks the domain as verified.
   *
   * @param found values of the TXT records with that name
   * @throws CustomDomainUnverified when the required record is missing
   */
  verifyCustomDomain(found: readonly string[]): void {
    const { name, value } = verificationRecordOf(this.id, this.customDomain);
    if (!found.includes(value)) throw new CustomDomainUnverified(name, value);
    this.customDomainVerified = true;
  }

  /**
   * Changes the configuration. A changed domain must be verified again; `********` leaves the URL of the chat
   * unchanged.
   *
   * @throws InvalidInput when a value violates a rule, or the chat would be enabled without a URL
   */
  update(changes: ProjectConfigChanges): void {
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
