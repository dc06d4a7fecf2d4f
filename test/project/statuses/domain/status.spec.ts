import { describe, expect, it } from '@jest/globals';
import { initialStatuses, maxStatuses, Statuses } from '../../../../src/project/statuses/domain/status.js';
import {
  LastOpenStatus,
  StatusNotFound,
  TooManyStatuses,
} from '../../../../src/project/statuses/domain/status.errors.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const statuses = () => new Statuses(initialStatuses);

describe('Statuses', () => {
  it('names a new status after its key, and places it last', () => {
    expect(statuses().put('on_hold_2', {})).toEqual({
      key: 'on_hold_2',
      name: 'On hold 2',
      color: '#6b7280',
      kind: 'open',
      position: 6,
      on_roadmap: false,
    });
    expect(statuses().put('___', {}).name).toBe('___');
  });

  it('keeps omitted values of an existing status', () => {
    const all = statuses();
    expect(all.put('planned', { name: 'Next' })).toEqual({ ...initialStatuses[1]!, name: 'Next' });
    expect(all.put('planned', { position: 0, onRoadmap: false })).toMatchObject({
      name: 'Next',
      position: 0,
      on_roadmap: false,
    });
  });

  it.each([
    ['', {}, ['/key invalid_status_key']],
    ['In review', {}, ['/key invalid_status_key']],
    ['a'.repeat(41), {}, ['/key too_long']],
    ['beta', { name: ' ' }, ['/name blank']],
    ['beta', { color: 'red', position: -1 }, ['/color invalid_color', '/position out_of_range']],
    ['beta', { kind: 'paused' as 'open' }, ['/kind invalid_choice']],
  ])('rejects %j with %j', (key, changes, errors) => {
    const all = statuses();
    expect(fieldErrorsOf(() => all.put(key, changes))).toEqual(errors);
    expect(all.has(key)).toBe(false);
  });

  it('keeps one that is open', () => {
    const all = statuses();
    expect(() => all.put('in_review', { kind: 'done' })).toThrow(LastOpenStatus);
    expect(() => all.remove('in_review')).toThrow(LastOpenStatus);
    all.put('new', { kind: 'open' });
    expect(all.remove('in_review').name).toBe('In review');
    expect(() => all.put('new', { kind: 'closed' })).toThrow(LastOpenStatus);
    expect(all.put('new', { kind: 'open' }).kind).toBe('open');
  });

  it('removes only what exists', () => {
    const all = statuses();
    all.remove('rejected');
    expect(() => all.remove('rejected')).toThrow(StatusNotFound);
  });

  it(`has at most ${maxStatuses}`, () => {
    const all = statuses();
    for (let number = initialStatuses.length; number < maxStatuses; number++) all.put(`s${number}`, {});
    expect(() => all.put('another', {})).toThrow(TooManyStatuses);
    expect(all.put('planned', { name: 'Next' }).name).toBe('Next');
  });
});
