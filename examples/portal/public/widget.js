// <script src="https://feedback.example.com/widget.js" defer></script>
// <feedback-widget view="changelog"></feedback-widget>
//
// A button that opens the board or the changelog of the portal in a frame, with the number of unread entries.
//
//   view          `changelog` (default), `board` or `roadmap`
//   label         text of the button
//   close-label   text of the button that closes the frame
//   token         a signed link's token: the person is signed in within the frame
(() => {
  const { origin } = new URL(document.currentScript.src);
  const pages = { changelog: '/changelog', board: '/', roadmap: '/roadmap' };
  const seenKey = 'feedback-widget-seen';
  const firstVisitMs = 30 * 24 * 60 * 60 * 1000;

  // A constructed style sheet needs no permission in the policy of the page.
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    button { font: inherit; cursor: pointer; color: inherit; background: none; border: 1px solid; border-radius: 8px; padding: 0.4em 0.8em; }
    [part=count] { margin-inline-start: 0.4em; padding-inline: 0.45em; border-radius: 1em; font-size: 0.8em; font-weight: 700; color: #fff; background: #4338ca; }
    dialog { box-sizing: border-box; inline-size: min(30rem, 100vw); max-inline-size: none; block-size: 100dvh; max-block-size: none; margin: 0; margin-inline-start: auto; padding: 0; border: 0; color-scheme: light dark; background: Canvas; color: CanvasText; }
    dialog[open] { display: grid; grid-template-rows: auto 1fr; }
    dialog::backdrop { background: #0006; }
    dialog button { justify-self: end; margin: 0.5rem; }
    iframe { inline-size: 100%; block-size: 100%; border: 0; }
    [hidden] { display: none; }
  `);

  /** Returns when the reader last opened the changelog, in milliseconds since 1970. */
  function lastSeen() {
    try {
      return Number(localStorage.getItem(seenKey)) || Date.now() - firstVisitMs;
    } catch {
      // The browser stores nothing for this page.
      return Date.now() - firstVisitMs;
    }
  }

  class FeedbackWidget extends HTMLElement {
    #button = document.createElement('button');
    #count = document.createElement('span');
    #dialog = document.createElement('dialog');

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [styles];
      this.#button.part = 'button';
      this.#count.part = 'count';
      this.#count.hidden = true;
      root.append(this.#button, this.#dialog);
      this.#button.addEventListener('click', () => this.open());
      this.#dialog.addEventListener('close', () => this.#dialog.replaceChildren());
    }

    connectedCallback() {
      this.#button.replaceChildren(this.#label, this.#count);
      if (this.#page === pages.changelog) this.refresh();
    }

    get #label() {
      return this.getAttribute('label') ?? (this.#page === pages.changelog ? 'News' : 'Feedback');
    }

    get #page() {
      return pages[this.getAttribute('view')] ?? pages.changelog;
    }

    /** Shows how many entries were published since the reader opened the changelog. */
    async refresh() {
      const response = await fetch(`${origin}/widget/news`, { credentials: 'omit' }).catch(() => undefined);
      if (!response?.ok) return;
      const { published } = await response.json();
      const unread = published.filter((time) => Date.parse(time) > lastSeen()).length;
      this.#count.textContent = String(unread);
      this.#count.hidden = unread === 0;
    }

    /** Opens the frame. */
    open() {
      const close = document.createElement('button');
      close.textContent = this.getAttribute('close-label') ?? 'Close';
      close.addEventListener('click', () => this.#dialog.close());
      const frame = document.createElement('iframe');
      frame.title = this.#label;
      frame.setAttribute(
        'sandbox',
        // The portal keeps its own origin, which differs from the origin of the page.
        'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox',
      );
      const token = this.getAttribute('token');
      const path = encodeURIComponent(this.#page);
      frame.src =
        origin + (token ? `/sign-in/link?back=${path}&token=${encodeURIComponent(token)}` : this.#page);
      this.#dialog.setAttribute('aria-label', this.#label);
      this.#dialog.replaceChildren(close, frame);
      this.#dialog.showModal();
      if (this.#page !== pages.changelog) return;
      this.#count.hidden = true;
      try {
        localStorage.setItem(seenKey, String(Date.now()));
      } catch {
        // It is counted again at the next visit.
      }
    }
  }

  customElements.define('feedback-widget', FeedbackWidget);
})();
