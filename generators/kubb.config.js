import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  root: import.meta.dirname,
  input: { path: '../openapi.json' },
  output: { path: 'dist/kubb', clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginZod(),
    pluginClient({ client: 'fetch', bundle: true, dataReturnType: 'full' }),
  ],
});
