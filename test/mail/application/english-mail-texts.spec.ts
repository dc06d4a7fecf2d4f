import { describe, expect, it } from '@jest/globals';
import { EnglishMailTexts } from '../../../src/mail/application/english-mail-texts.js';

const texts = new EnglishMailTexts();

const entry = {
  project: { name: 'Acme', slug: 'acme' },
  title: 'CSV export',
  summary: 'All in one file.',
  content: 'Long',
  publishedAt: new Date('2026-11-24T23:30:00Z'),
  url: 'https://acme.example.com/news/csv',
  unsubscribeUrl: 'https://example.com/mail/unsubscribe/token',
  locale: { timeZone: 'UTC' },
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
    const dateIn = (timeZone: string) => texts.entry({ ...entry, locale: { timeZone } }).text;
    expect(dateIn('UTC')).toContain('November 24, 2026');
    expect(dateIn('Asia/Tokyo')).toContain('November 25, 2026');
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
