import { Router } from 'express';
import { visitOf } from '../visit.js';

/** What the script of the widget asks for, on pages of other origins. */
export const widget = Router();

widget.get('/widget/news', async (_request, response) => {
  const { client, settings } = visitOf(response);
  const { records } = await client.changelogs.listPublic(settings.project, { limit: 50 });
  response
    .set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=60',
    })
    .json({ published: records.map(({ publish_date: time }) => time) });
});
