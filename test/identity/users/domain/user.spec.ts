import { describe, expect, it } from '@jest/globals';
import { User } from '../../../../src/identity/users/domain/user.js';
import { emailKeyOf } from '../../../../src/shared/email-key.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const ada = () => User.register('1', { email: 'Ada@Example.com', fullName: 'Ada', avatarUrl: '/a.png' }, now);

describe('User', () => {
  it('requires only an e-mail address, whose spelling it keeps', () => {
    expect({ ...User.register('1', { email: 'Ada@Example.com' }, now) }).toEqual({
      id: '1',
      email: 'Ada@Example.com',
      fullName: '',
      avatarUrl: '',
      instanceAdmin: false,
      createdAt: now,
      registeredBy: null,
    });
  });

  it.each(['a@b', 'ada+tag@example.com', 'größe@exämple.com', "o'hara@example.com"])(
    'accepts %s',
    (email) => {
      expect(User.register('1', { email }, now).email).toBe(email);
    },
  );

  it.each([
    ...['', 'ada', '@', '@b', 'a@', 'a b@c', 'a@b c', 'a@b@c', ' a@b', 'a@b\n', 'a\x01@b'],
    // Other ways of writing one address: mails to it could not be limited.
    ...[
      '<a@b>',
      'a@b>',
      '"a"@b',
      '"\\a"@b',
      'a(1)@b',
      'a@b(1)',
      'a@b.',
      'a@b。c',
      'x:a@b',
      'a@b,c@d',
      'a@[127.0.0.1]',
    ],
  ])('rejects %j', (email) => {
    expect(fieldErrorsOf(() => User.register('1', { email }, now))).toEqual(['/email invalid_email']);
  });

  it.each(['a@users.invalid', 'A@Users.INVALID'])('rejects the placeholder %s', (email) => {
    const refused = ['/email reserved_email_domain'];
    expect(fieldErrorsOf(() => User.register('1', { email }, now))).toEqual(refused);
    expect(fieldErrorsOf(() => ada().update({ email }))).toEqual(refused);
  });

  it('has a placeholder without an e-mail address, which can be sent back', () => {
    const user = User.register('1', { identity: ['issuer', 'subject'] }, now);
    expect(user.email).toMatch(/^[0-9a-f]{32}@users\.invalid$/);
    user.update({ email: user.email, fullName: 'Ada' });
    expect(user.fullName).toBe('Ada');
    expect(fieldErrorsOf(() => User.register('1', {}, now))).toEqual(['/email required']);
  });

  it.each(['a@sub.users.invalid', 'a@users.invalid.example', 'users.invalid@example.com'])(
    'accepts %s, which is no placeholder',
    (email) => {
      expect(User.register('1', { email }, now).email).toBe(email);
    },
  );

  it.each([
    ['Ada@EXAMPLE.com', 'ada@example.com'],
    ['ÄDA@example.com', 'äda@example.com'],
    ['A\u0308da@example.com', 'äda@example.com'],
  ])('%s and %s are the same address', (one, other) => {
    expect(emailKeyOf(one)).toBe(emailKeyOf(other));
  });

  it.each([
    ['m\u0131ke@example.com', 'mike@example.com'],
    ['mike@\u017fite.example', 'mike@site.example'],
    ['M\u0130KE@example.com', 'mike@example.com'],
    ['mike@straße.example', 'mike@strasse.example'],
    ['o\ufb03ce@example.com', 'office@example.com'],
  ])('%s and %s are different addresses', (one, other) => {
    expect(emailKeyOf(one)).not.toBe(emailKeyOf(other));
    expect(emailKeyOf(one)).not.toBe(emailKeyOf(other.toUpperCase()));
  });

  it('reports all field errors at once', () => {
    const wrong = {
      email: `${'a'.repeat(199)}@b`,
      fullName: 'a'.repeat(201),
      avatarUrl: 'data:image/png,a',
      instanceAdmin: 'yes' as unknown as boolean,
    };
    const faults = [
      '/email too_long',
      '/full_name too_long',
      '/avatar_url invalid_url_scheme',
      '/instance_admin invalid_type',
    ];
    expect(fieldErrorsOf(() => User.register('1', wrong, now))).toEqual(faults);
    const user = ada();
    expect(fieldErrorsOf(() => user.update(wrong))).toEqual(faults);
    expect(user).toEqual(ada());
  });

  it('keeps fields that a revision omits, and clears fields that it sets to an empty text', () => {
    const user = ada();
    user.update({});
    expect(user).toEqual(ada());
    user.update({ fullName: '', instanceAdmin: true });
    expect(user).toMatchObject({
      email: 'Ada@Example.com',
      fullName: '',
      avatarUrl: '/a.png',
      instanceAdmin: true,
    });
    user.update({ instanceAdmin: false, avatarUrl: '' });
    expect(user).toMatchObject({ avatarUrl: '', instanceAdmin: false });
  });

  it('keeps its e-mail address when a revision sets it to an empty text', () => {
    expect(fieldErrorsOf(() => ada().update({ email: '' }))).toEqual(['/email invalid_email']);
  });

  it('is unique by e-mail address, ignoring case', () => {
    const other = User.register('2', { email: 'ADA@EXAMPLE.COM' }, now);
    expect(other.emailKey).toBe(ada().emailKey);
  });

  it('contains no personal data after anonymization', () => {
    const user = ada();
    user.update({ instanceAdmin: true });
    user.anonymize();
    expect({ ...user }).toEqual({
      id: '1',
      email: '',
      fullName: '',
      avatarUrl: '',
      instanceAdmin: false,
      createdAt: now,
      registeredBy: null,
    });
    expect(user.emailKey).toBeNull();
  });
});
