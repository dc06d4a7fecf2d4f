import { describe, expect, it } from '@jest/globals';
import { ProjectConfig } from '../../../src/project/domain/project-config.js';
import { fieldErrorsOf } from '../../support/field-errors.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const created = () => ProjectConfig.createFor('1', '2', now);
const webhook = 'https://chat.example.com/hook?a=b';

describe('ProjectConfig', () => {
  it('starts with summaries, no domain and no chat', () => {
    expect({ ...created() }).toEqual({
      id: '2',
      projectId: '1',
      createdAt: now,
      changelogPreviewStyle: 'summary',
      changelogSocialHandle: '',
      customDomain: '',
      customDomainVerified: false,
      integrationChatRoleId: '',
      integrationChatStatus: false,
      integrationChatWebhook: '',
    });
  });

  it('keeps what a revision leaves out, and empties what it empties', () => {
    const config = created();
    config.revise({ changelogSocialHandle: '@rockets', integrationChatRoleId: '42' });
    config.revise({});
    expect(config).toMatchObject({ changelogPreviewStyle: 'summary', changelogSocialHandle: '@rockets' });
    config.revise({ changelogPreviewStyle: '', integrationChatRoleId: '' });
    expect(config).toMatchObject({
      changelogPreviewStyle: '',
      changelogSocialHandle: '@rockets',
      integrationChatRoleId: '',
    });
  });

  it('tells all faults at once, and stays as it was', () => {
    const long = 'a'.repeat(201);
    const config = created();
    const wrong = {
      changelogPreviewStyle: long,
      changelogSocialHandle: long,
      customDomain: 'https://example.com',
      integrationChatRoleId: long,
      integrationChatStatus: 1 as unknown as boolean,
      integrationChatWebhook: 'ftp://chat.example.com',
    };
    expect(fieldErrorsOf(() => config.revise(wrong))).toEqual([
      '/changelog_preview_style too_long',
      '/changelog_social_handle too_long',
      '/custom_domain invalid_host_name',
      '/integration_chat_role_id too_long',
      '/integration_chat_status invalid_type',
      '/integration_chat_webhook invalid_url',
    ]);
    expect(config).toEqual(created());
  });

  describe('its domain', () => {
    it.each(['feedback.example.com', 'a.b', 'a-b.c1', 'xn--bcher-kva.example', '1.example', ''])(
      'can be %j',
      (customDomain) => {
        const config = created();
        config.revise({ customDomain });
        expect(config.customDomain).toBe(customDomain);
      },
    );

    it.each([
      'localhost',
      '127.0.0.1',
      'example.com.',
      '.example.com',
      'a..b',
      '-a.b',
      'a-.b',
      'a_b.c',
      'bücher.example',
      'example.com:80',
      'example.com/a',
      'example.com\n',
      ' ',
      `${'a'.repeat(64)}.b`,
    ])('cannot be %j', (customDomain) => {
      expect(fieldErrorsOf(() => created().revise({ customDomain }))).toEqual([
        '/custom_domain invalid_host_name',
      ]);
    });

    it('is kept in lower case', () => {
      const config = created();
      config.revise({ customDomain: 'Feedback.EXAMPLE.com' });
      expect(config.customDomain).toBe('feedback.example.com');
    });

    it('stays verified until it is another one', () => {
      const config = created();
      config.revise({ customDomain: 'feedback.example.com' });
      config.customDomainVerified = true;
      config.revise({ customDomain: 'FEEDBACK.example.com' });
      config.revise({ changelogSocialHandle: '@rockets' });
      expect(config.customDomainVerified).toBe(true);
      config.revise({ customDomain: 'changelog.example.com' });
      expect(config.customDomainVerified).toBe(false);
      config.customDomainVerified = true;
      config.revise({ customDomain: '' });
      expect(config).toMatchObject({ customDomain: '', customDomainVerified: false });
    });
  });

  describe('its chat', () => {
    // Which of them it may post to, `TargetUrls` says.
    it.each([webhook, 'HTTPS://chat.example.com', 'http://[::1]/a', `https://a.b/${'c'.repeat(2036)}`])(
      'posts to %s',
      (integrationChatWebhook) => {
        const config = created();
        config.revise({ integrationChatWebhook, integrationChatStatus: true });
        expect(config).toMatchObject({ integrationChatWebhook, integrationChatStatus: true });
      },
    );

    it.each([
      'ftp://a.b',
      'https://a@b.c',
      'https:a.b',
      'https://',
      'https:///a',
      'https://a b',
      'a',
      ' https://a.b',
      '*******',
    ])('does not post to %j', (integrationChatWebhook) => {
      expect(fieldErrorsOf(() => created().revise({ integrationChatWebhook }))).toEqual([
        '/integration_chat_webhook invalid_url',
      ]);
    });

    it('is on only with a URL', () => {
      expect(fieldErrorsOf(() => created().revise({ integrationChatStatus: true }))).toEqual([
        '/integration_chat_status chat_without_webhook',
      ]);
      const hidden = { integrationChatStatus: true, integrationChatWebhook: '********' };
      expect(fieldErrorsOf(() => created().revise(hidden))).toEqual([
        '/integration_chat_status chat_without_webhook',
      ]);
    });

    it('cannot lose its URL while it is on', () => {
      const config = created();
      config.revise({ integrationChatWebhook: webhook, integrationChatStatus: true });
      expect(fieldErrorsOf(() => config.revise({ integrationChatWebhook: '' }))).toEqual([
        '/integration_chat_webhook chat_without_webhook',
      ]);
    });

    it('can lose its URL when it goes off', () => {
      const config = created();
      config.revise({ integrationChatWebhook: webhook, integrationChatStatus: true });
      config.revise({ integrationChatWebhook: '', integrationChatStatus: false });
      expect(config).toMatchObject({ integrationChatWebhook: '', integrationChatStatus: false });
    });

    it('keeps its URL when what stands for it is sent back', () => {
      const config = created();
      config.revise({ integrationChatWebhook: webhook });
      config.revise({ integrationChatWebhook: '********', integrationChatStatus: true });
      expect(config).toMatchObject({ integrationChatWebhook: webhook, integrationChatStatus: true });
    });
  });
});
