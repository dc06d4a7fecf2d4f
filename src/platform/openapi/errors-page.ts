import { errorSection } from './describe-problems.js';
import { html } from '../../shared/html.js';
import { markdown } from './markdown.js';

/**
 * Returns the page that describes the errors of the service, in HTML.
 *
 * @param guide the description of the API document, which ends with the section on errors
 */
export function errorsPage(guide: string): string {
  const [, errors = ''] = guide.split(errorSection);
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Error codes</title>
      ${markdown(`${errorSection}${errors}`)}
    </html> `.text;
}
