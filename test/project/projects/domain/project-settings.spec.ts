import { describe, expect, it } from '@jest/globals';
import { ProjectSettings, urlFrom } from '../../../../src/project/projects/domain/project-settings.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';

const settings = () => new ProjectSettings('1');

describe('ProjectSettings', () => {
  it('gives nobody access initially', () => {
    expect({ ...settings() }).toEqual({
      projectId: '1',
      signedIn: '',
      publicFeedback: false,
      publicChangelog: false,
      publicNames: false,
      approval: 'off',
      feedbackUrl: '',
      changelogUrl: '',
      mailName: '',
      mailReplyTo: '',
    });
  });

  it('keeps what a change omits', () => {
    const changed = settings();
    changed.update({ signedIn: 'viewer', publicNames: undefined });
    changed.update({ publicFeedback: true });
    expect(changed).toMatchObject({ signedIn: 'viewer', publicFeedback: true, publicNames: false });
  });

  it.each([
    '',
    'https://example.com',
    'http://localhost:3000/ideas/{id}',
    'https://example.com/{slug}?id={id}#{slug}',
  ])('accepts the template %s', (feedbackUrl) => {
    const changed = settings();
    changed.update({ feedbackUrl, changelogUrl: feedbackUrl });
    expect(changed).toMatchObject({ feedbackUrl, changelogUrl: feedbackUrl });
  });

  it.each([
    'example.com/{id}',
    'javascript:alert({id})',
    'https://{slug}.example.com/',
    'https://example.com:{id}/',
    'https://user:password@example.com/{id}',
    'https://example.com/{ID}',
    'https://example.com/{name}',
    'https://example.com/{id',
    'https://example.com/{ id }',
  ])('rejects the template %s', (template) => {
    expect(() => settings().update({ changelogUrl: template })).toThrow(InvalidInput);
    expect(() => settings().update({ feedbackUrl: template })).toThrow(InvalidInput);
  });
});

it('urlFrom encodes ids and slugs', () => {
  expect(urlFrom('https://example.com/{slug}?id={id}&again={id}', { id: 'a/b', slug: '$& ö' })).toBe(
    'https://example.com/%24%26%20%C3%B6?id=a%2Fb&again=a%2Fb',
  );
});
