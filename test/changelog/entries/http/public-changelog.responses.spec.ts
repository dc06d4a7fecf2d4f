import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { publicChangelogMembers } from '../../../../src/changelog/entries/application/public-changelog.service.js';

it('documents the members that everyone can get, and no others', () => {
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;
  const { properties, required } = components!.schemas!['PublicChangelog'] as {
    properties: object;
    required: string[];
  };
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  expect(optional.sort()).toEqual(['author', ...publicChangelogMembers].sort());
});
