import { describe, expect, it } from '@jest/globals';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const bug = () => Tag.create('1', '2', { name: 'Bug', color: '#0EA5e9' });

describe('Tag', () => {
  it('keeps the spelling of its name and color', () => {
    expect({ ...bug() }).toEqual({ id: '1', projectId: '2', name: 'Bug', color: '#0EA5e9' });
  });

  it.each(['#fff', '#fff8', '#0ea5e9', '#0ea5e980', '#ABC'])('can be %s', (color) => {
    expect(Tag.create('1', '2', { name: 'Bug', color }).color).toBe(color);
  });

  it.each(['', '#', 'fff', '#ff', '#fffff', '#fffffff', '#ggg', 'red', 'rgb(0,0,0)', ' #fff', '#fff\n'])(
    'cannot be %j',
    (color) => {
      expect(fieldErrorsOf(() => bug().update({ color }))).toEqual(['/color invalid_color']);
    },
  );

  it('reports all field errors at once, and stays unchanged', () => {
    const wrong = { name: ' ', color: 'red' };
    expect(fieldErrorsOf(() => Tag.create('1', '2', wrong))).toEqual(['/name blank', '/color invalid_color']);
    const tag = bug();
    expect(fieldErrorsOf(() => tag.update(wrong))).toEqual(['/name blank', '/color invalid_color']);
    expect(tag).toEqual(bug());
  });

  it('keeps fields that a revision omits', () => {
    const tag = bug();
    tag.update({});
    expect(tag).toEqual(bug());
    tag.update({ name: 'Defect' });
    tag.update({ color: '#000' });
    expect(tag).toMatchObject({ name: 'Defect', color: '#000' });
  });

  it('is unique by its current name, ignoring case', () => {
    const tag = bug();
    expect(tag.nameKey).toBe(Tag.create('3', '2', { name: 'bUG', color: '#000' }).nameKey);
    const before = tag.nameKey;
    tag.update({ name: 'Defect' });
    expect(tag.nameKey).not.toBe(before);
  });
});
