import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import * as common from '@nestjs/common';
import * as core from '@nestjs/core';
import type * as Throttler from '@nestjs/throttler';

/*
 * The library itself, for tests. It is CommonJS and requires Nest, which is ESM only: Node does that, Jest does from Node
 * 24.9 on. So it gets what was imported.
 */
jest.mock('@nestjs/common', () => common);
jest.mock('@nestjs/core', () => core);
const library = createRequire(import.meta.url)(
  '../../node_modules/@nestjs/throttler/dist/index.js',
) as typeof Throttler;

export const { ThrottlerGuard, ThrottlerModule } = library;
