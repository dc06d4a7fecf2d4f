import { describe, expect, it } from '@jest/globals';
import { includesRole, roles } from '../../../../src/project/access/domain/role.js';
import { Member } from '../../../../src/project/members/domain/member.js';
import { Project } from '../../../../src/project/projects/domain/project.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const rockets = () =>
  Project.create('1', { name: 'Rockets', slug: 'rockets', icon: '🚀', ogImage: '/o' }, now);

describe('Project', () => {
  it('has by default a rounded border and no images', () => {
    expect({ ...Project.create('1', { name: 'Rockets', slug: 'rockets' }, now) }).toEqual({
      id: '1',
      name: 'Rockets',
      slug: 'rockets',
      icon: '',
      iconRadius: 'rounded-md',
      ogImage: '',
      createdAt: now,
    });
  });

  it('reports all field errors at once, and stays unchanged', () => {
    const wrong = {
      name: ' ',
      slug: 'Rockets',
      icon: 'javascript:alert(1)',
      iconRadius: 'a'.repeat(201),
      ogImage: 'a'.repeat(300_001),
    };
    const faults = [
      '/name blank',
      '/slug invalid_slug',
      '/icon invalid_url_scheme',
      '/icon_radius too_long',
      '/og_image too_long',
    ];
    expect(fieldErrorsOf(() => Project.create('1', wrong, now))).toEqual(faults);
    const project = rockets();
    expect(fieldErrorsOf(() => project.update(wrong))).toEqual(faults);
    expect(project).toEqual(rockets());
  });

  it('keeps fields that a revision omits, and clears fields that it sets to an empty text', () => {
    const project = rockets();
    project.update({});
    expect(project).toEqual(rockets());
    project.update({ slug: 'planes', icon: '', iconRadius: '' });
    expect(project).toMatchObject({
      name: 'Rockets',
      slug: 'planes',
      icon: '',
      iconRadius: '',
      ogImage: '/o',
    });
  });

  it('rejects an empty name or slug', () => {
    expect(fieldErrorsOf(() => rockets().update({ name: '', slug: '' }))).toEqual([
      '/name blank',
      '/slug invalid_slug',
    ]);
  });

  it('accepts data URLs of images with 300,000 characters', () => {
    const picture = `data:image/png;base64,${'A'.repeat(299_978)}`;
    expect(fieldErrorsOf(() => rockets().update({ icon: picture, ogImage: picture }))).toEqual([]);
    expect(fieldErrorsOf(() => rockets().update({ icon: `${picture}A` }))).toEqual(['/icon too_long']);
  });
});

describe('Member', () => {
  it('has the given role', () => {
    const member = { projectId: '1', userId: '2', role: 'viewer', createdAt: now };
    expect({ ...Member.join('1', '2', 'viewer', now) }).toEqual(member);
  });
});

describe('roles', () => {
  it('include the lower ones: viewer, contributor, editor, owner', () => {
    const table = roles.map((role) => roles.filter((needed) => includesRole(role, needed)));
    expect(table).toEqual([
      ['viewer'],
      ['viewer', 'contributor'],
      ['viewer', 'contributor', 'editor'],
      ['viewer', 'contributor', 'editor', 'owner'],
    ]);
  });
});
