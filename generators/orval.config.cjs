const input = { target: '../openapi.json' };

// A client for fetch, and schemas for zod.
module.exports = {
  client: {
    input,
    output: {
      target: 'dist/orval/client.ts',
      schemas: 'dist/orval/model',
      client: 'fetch',
      clean: true,
      override: { mutator: { path: 'programs/orval-fetch.ts', name: 'send' } },
    },
  },
  zod: { input, output: { target: 'dist/orval/zod.ts', client: 'zod' } },
};
