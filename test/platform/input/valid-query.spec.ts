import { describe, expect, it } from '@jest/globals';
import { validQuery } from '../../../src/platform/input/input.guard.js';
import { FeedbackListQuery } from '../../../src/feedback/items/http/feedback-list.dto.js';
import { ProjectListQuery } from '../../../src/project/projects/http/project.dto.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';

const feedbackQuery = (query: string) =>
  validQuery(FeedbackListQuery, { url: `/v1/projects/acme/feedback${query}` });

describe('A query of a read', () => {
  it('is the same object when it is sent again, which no request can change', () => {
    const query = feedbackQuery('?tag=a&tag=b&limit=5') as FeedbackListQuery;
    expect(feedbackQuery('?tag=a&tag=b&limit=5')).toBe(query);
    expect(query).toMatchObject({ limit: 5, tag: ['a', 'b'] });
    expect(() => Object.assign(query, { limit: 6 })).toThrow(/read only|not extensible/);
    expect(() => (query as unknown as { tag: string[] }).tag.push('c')).toThrow(/read only|not extensible/);
  });

  it('is not the query of another text or class', () => {
    expect(feedbackQuery('?limit=5')).toMatchObject({ limit: 5 });
    expect(feedbackQuery('?limit=6')).toMatchObject({ limit: 6 });
    expect(feedbackQuery('')).toMatchObject({ limit: undefined });
    const projects = validQuery(ProjectListQuery, { url: '/v1/projects?limit=5' });
    expect(projects).toBeInstanceOf(ProjectListQuery);
    expect(projects).toMatchObject({ limit: 5 });
  });

  it('is not kept if it is long', () => {
    const query = `?q=${'a'.repeat(198)}`;
    expect(feedbackQuery(query)).toEqual(feedbackQuery(query));
    expect(feedbackQuery(`?q=${'a'.repeat(199)}`)).not.toBe(feedbackQuery(`?q=${'a'.repeat(199)}`));
  });

  it('is invalid each time', () => {
    for (let time = 0; time < 2; time++) expect(() => feedbackQuery('?limit=0')).toThrow(InvalidInput);
  });
});
