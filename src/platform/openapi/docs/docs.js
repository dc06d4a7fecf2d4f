/* global SwaggerUIBundle */

/** Each page of the introduction folds, so that the operations are not far below. */
function folded(markdown) {
  const [start, ...pages] = markdown.split(/^## /m);
  return [
    start,
    ...pages.map((page) => {
      const [title, ...text] = page.split('\n');
      return `<details><summary>${title}</summary>\n\n${text.join('\n').trim()}\n\n</details>\n\n`;
    }),
  ].join('');
}

const answer = await fetch('../openapi.json');
const spec = await answer.json();
spec.info.description = folded(spec.info.description);
// The viewer would send them: another record's version, and a key that was used before.
for (const parameter of Object.values(spec.components.parameters)) {
  if (parameter.in === 'header') delete parameter.example;
}

SwaggerUIBundle({
  spec,
  dom_id: '#docs',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  // Asks nobody outside, and keeps no token when the page is closed.
  validatorUrl: null,
  persistAuthorization: false,
});
