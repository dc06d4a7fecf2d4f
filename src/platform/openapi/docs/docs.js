/* global Scalar */

/**
 * Adds a sample with the TypeScript client to each operation, and removes the examples of headers: the viewer would send
 * them, though they are the version of another record and a key that was used before.
 */
function prepare(document, clientCalls) {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const source = clientCalls[operation.operationId];
    if (source) operation['x-codeSamples'] = [{ lang: 'typescript', label: 'TypeScript client', source }];
  }
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.in === 'header') delete parameter.example;
  }
  return document;
}

const [document, clientCalls] = await Promise.all(
  ['../openapi.json', 'client-calls.json'].map(async (url) => (await fetch(url)).json()),
);

Scalar.createApiReference('#docs', {
  content: prepare(document, clientCalls),
  layout: 'modern',
  operationTitleSource: 'summary',
  // Nothing is loaded from other hosts, sent to them, or kept after the page is closed.
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  hideModels: false,
  defaultOpenAllTags: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    c: true,
    clojure: true,
    csharp: true,
    dart: true,
    fsharp: true,
    go: true,
    http: true,
    java: true,
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    kotlin: true,
    node: true,
    objc: true,
    ocaml: true,
    php: true,
    powershell: true,
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
    r: true,
    ruby: true,
    rust: true,
    shell: ['httpie', 'wget'],
    swift: true,
  },
});
