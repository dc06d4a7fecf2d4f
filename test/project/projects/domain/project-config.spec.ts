import { describe, expect, it } from '@jest/globals';
import { ProjectConfig } from '../../../../src/project/projects/domain/project-config.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const created = () => ProjectConfig.create('2');
const webhook = 'https://chat.example.com/hook?a=b';

describe('ProjectConfig', () => {
  it('has defaults: changelog summaries, no domain, no chat', () => {
    expect({ ...created() }).toEqual({
      id: '2',
      changelogPreviewStyle: 'summary',
      changelogSocialHandle: '',
      customDomain: '',
      customDomainVerified: false,
      integrationChatRoleId: '',
      integrationChatStatus: false,
      integrationChatWebhook: '',
    });
  });

  it('keeps fields that a revision omits, and clears fields that it sets to an empty text', () => {
    const config = created();
    config.update({ changelogSocialHandle: '@rockets', integrationChatRoleId: '42' });
    config.update({});
    expect(config).toMatchObject({ changelogPreviewStyle: 'summary', changelogSocialHandle: '@rockets' });
    config.update({ changelogPreviewStyle: '', integrationChatRoleId: '' });
    expect(config).toMatchObject({
      changelogPreviewStyle: '',
      changelogSocialHandle: '@rockets',
      integrationChatRoleId: '',
    });
  });

  it('reports all field errors at once, and stays unchanged', () => {
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
    expect(fieldErrorsOf(() => config.update(wrong))).toEqual([
      '/changelog_preview_style too_long',
      '/changelog_social_handle too_long',
      '/custom_domain invalid_host_name',
      '/integration_chat_role_id too_long',
      '/integration_chat_status invalid_type',
      '/integration_chat_webhook invalid_url',
    ]);
    expect(config).toEqual(created());
  });

  describe('custom domain', () => {
    it.each(['feedback.example.com', 'a.b', 'a-b.c1', 'xn--bcher-kva.example', '1.example', ''])(
      'can be %j',
      (customDomain) => {
        const config = created();
        config.update({ customDomain });
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
      expect(fieldErrorsOf(() => created().update({ customDomain }))).toEqual([
        '/custom_domain invalid_host_name',
      ]);
    });

    it('is stored in lower case', () => {
      const config = created();
      config.update({ customDomain: 'Feedback.EXAMPLE.com' });
      expect(config.customDomain).toBe('feedback.example.com');
    });

    it('stays verified until it changes', () => {
      const config = created();
      config.update({ customDomain: 'feedback.example.com' });
      config.customDomainVerified = true;
      config.update({ customDomain: 'FEEDBACK.example.com' });
      config.update({ changelogSocialHandle: '@rockets' });
      expect(config.customDomainVerified).toBe(true);
      config.update({ customDomain: 'changelog.example.com' });
      expect(config.customDomainVerified).toBe(false);
      config.customDomainVerified = true;
      config.update({ customDomain: '' });
      expect(config).toMatchObject({ customDomain: '', customDomainVerified: false });
    });
  });

  describe('chat', () => {
    // The port `TargetUrls` checks which of these URLs may receive messages.
    it.each([webhook, 'HTTPS://chat.example.com', 'http://[::1]/a', `https://a.b/${'c'.repeat(2036)}`])(
      'accepts the URL %s',
      (integrationChatWebhook) => {
        const config = created();
        config.update({ integrationChatWebhook, integrationChatStatus: true });
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
    ])('rejects the URL %j', (integrationChatWebhook) => {
      expect(fieldErrorsOf(() => created().update({ integrationChatWebhook }))).toEqual([
        '/integration_chat_webhook invalid_url',
      ]);
    });

    it('can be enabled only with a URL', () => {
      expect(fieldErrorsOf(() => created().update({ integrationChatStatus: true }))).toEqual([
        '/integration_chat_status chat_without_webhook',
      ]);
      const hidden = { integrationChatStatus: true, integrationChatWebhook: '********' };
      expect(fieldErrorsOf(() => created().update(hidden))).toEqual([
        '/integration_chat_status chat_without_webhook',
      ]);
    });

    it('cannot lose its URL while it is enabled', () => {
      const config = created();
      config.update({ integrationChatWebhook: webhook, integrationChatStatus: true });
      expect(fieldErrorsOf(() => config.update({ integrationChatWebhook: '' }))).toEqual([
        '/integration_chat_webhook chat_without_webhook',
      ]);
    });

    it('can lose its URL when it is disabled', () => {
      const config = created();
      config.update({ integrationChatWebhook: webhook, integrationChatStatus: true });
      config.update({ integrationChatWebhook: '', integrationChatStatus: false });
      expect(config).toMatchObject({ integrationChatWebhook: '', integrationChatStatus: false });
    });

    it('keeps its URL when a client sends back the mask', () => {
      const config = created();
      config.update({ integrationChatWebhook: webhook });
      config.update({ integrationChatWebhook: '********', integrationChatStatus: true });
      expect(config).toMatchObject({ integrationChatWebhook: webhook, integrationChatStatus: true });
    });
  });
});
