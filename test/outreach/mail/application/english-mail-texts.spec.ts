import { describe, expect, it } from '@jest/globals';
import { EnglishMailTexts } from '../../../../src/outreach/mail/application/english-mail-texts.js';

const texts = new EnglishMailTexts();

const entry = {
  project: { name: 'Acme', slug: 'acme' },
  title: 'CSV export',
  summary: 'All in one file.',
  content: 'Long',
  publishedAt: new Date('2026-11-24T23:30:00Z'),
  url: 'https://acme.example.com/news/csv',
  unsubscribeUrl: 'https://example.com/mail/unsubscribe/token',
  locale: { language: '', timeZone: 'UTC' },
};

describe('EnglishMailTexts', () => {
  it('escapes what users wrote in HTML, and nothing in the text', () => {
    const hostile = '<img src=x onerror=alert(1)> "&" \'';
    const { text, html } = texts.entry({
      ...entry,
      title: hostile,
      summary: hostile,
      url: 'https://a.example/"><script>',
    });
    expect(text).toContain(hostile);
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&quot;');
    expect(html).toContain('href="https://a.example/&quot;&gt;&lt;script&gt;"');
  });

  it('writes dates in the time zone of the recipient', () => {
    const dateIn = (timeZone: string) => texts.entry({ ...entry, locale: { language: '', timeZone } }).text;
    expect(dateIn('UTC')).toContain('November 24, 2026');
    expect(dateIn('Asia/Tokyo')).toContain('November 25, 2026');
  });

  it.each([
    ['', 'November 24, 2026', '1,234 updates'],
    ['en-US', 'November 24, 2026', '1,234 updates'],
    ['en-GB', '24 November 2026', '1,234 updates'],
    ['de', '24 November 2026', '1.234 updates'],
  ])('writes dates and numbers as the region of the locale %j does', (language, date, count) => {
    const locale = { language, timeZone: 'UTC' };
    expect(texts.entry({ ...entry, locale }).text).toContain(date);
    const { project, unsubscribeUrl } = entry;
    const digest = texts.digest({ project, items: [], omitted: 1_234, unsubscribeUrl, locale });
    expect(digest.subject).toBe(`Acme: ${count}`);
  });

  it('shortens long subjects and texts without splitting characters', () => {
    const { subject, text } = texts.entry({ ...entry, title: '😀'.repeat(300), summary: '😀'.repeat(2_000) });
    expect([...subject]).toHaveLength(200);
    expect(subject).toMatch(/^Acme: 😀+…$/u);
    expect([...text.split('\n').find((line) => line.endsWith('…'))!]).toHaveLength(1_000);
  });

  it('shows the beginning of the content where there is no summary, and no link where there is no site', () => {
    const { text, html } = texts.entry({ ...entry, summary: ' ', url: '' });
    expect(text).toContain('Long');
    expect(text).not.toContain('Read more');
    expect(html).not.toContain('Read more');
  });

  it('has pages without scripts and resources', () => {
    for (const page of ['confirm', 'confirmed', 'unsubscribe', 'unsubscribed'] as const) {
      const html = texts.page(page);
      expect(html).toMatch(/<title>.+<\/title>/);
      expect(html).not.toMatch(/<script|src=|<link|url\(/);
      expect(html.includes('<form method="post">')).toBe(page === 'confirm' || page === 'unsubscribe');
    }
  });
});
