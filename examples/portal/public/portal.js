// Every page works without this file: it saves loading pages again.

// Votes without a new page.
for (const form of document.querySelectorAll('form[data-vote]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const response = await fetch(form.action, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
      });
      if (!response.ok || response.redirected) throw new Error(response.statusText);
      const { votes, voted, label } = await response.json();
      form.elements.vote.value = voted ? 'withdraw' : 'cast';
      form.querySelector('[data-count]').textContent = votes;
      form.querySelector('[data-label]').textContent = label;
      button.setAttribute('aria-pressed', String(voted));
      button.disabled = false;
      button.focus();
    } catch {
      // The browser sends the form, and shows what went wrong.
      button.disabled = false;
      form.submit();
    }
  });
}

// Similar feedback while a title is typed.
for (const input of document.querySelectorAll('[data-similar]')) {
  const box = document.querySelector('.similar');
  let timer;
  let latest = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const number = (latest += 1);
      const response = await fetch(
        `${input.dataset.similar}?title=${encodeURIComponent(input.value.trim())}`,
      );
      // A later response may have come first.
      if (!response.ok || response.redirected || number !== latest) return;
      const items = await response.text();
      box.querySelector('ul').innerHTML = items;
      box.hidden = items === '';
    }, 300);
  });
}

// The number of unread notifications, now and once a minute.
for (const link of document.querySelectorAll('[data-unread]')) {
  const [shown, spoken] = link.querySelectorAll('span');
  const update = async () => {
    const response = await fetch(link.dataset.unread).catch(() => undefined);
    if (!response?.ok || response.redirected) return;
    const { shown: text, count, label } = await response.json();
    shown.hidden = count === 0;
    if (shown.textContent === text) return;
    shown.textContent = text;
    spoken.textContent = count === 0 ? '' : ` (${label})`;
  };
  update();
  setInterval(update, 60_000);
}
