// Every page works without this file: it saves loading pages again.

// On phones, the navigation scrolls to the page.
document.querySelector('.top__link[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

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
      // The browser sends the form, and shows what went wrong, or how to sign in again.
      button.disabled = false;
      form.submit();
    }
  });
}

// Filters apply themselves.
for (const form of document.querySelectorAll('form[data-apply]')) {
  form.addEventListener('change', (event) => {
    if (event.target.type !== 'search') form.requestSubmit();
  });
  // What is empty is left out of the address.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  // A page that the browser has kept shows the filters of its results again.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset());
}

/** Calls a function with the value of a field a moment after it was typed. Later values cancel earlier ones. */
function afterTyping(field, work) {
  let timer;
  let latest = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const number = (latest += 1);
      // A later response may have come first.
      work(field.value.trim(), () => number === latest);
    }, 300);
  });
}

// Similar feedback while a title is typed.
for (const input of document.querySelectorAll('[data-similar]')) {
  const box = document.querySelector('.similar');
  afterTyping(input, async (title, isLatest) => {
    const response = await fetch(`${input.dataset.similar}?title=${encodeURIComponent(title)}`).catch(
      () => undefined,
    );
    if (!response?.ok || response.redirected || !isLatest()) return;
    const items = await response.text();
    box.querySelector('ul').innerHTML = items;
    box.hidden = items === '';
  });
}

// The preview of an entry while it is written.
for (const form of document.querySelectorAll('form[data-preview]')) {
  const result = form.querySelector('[data-result]');
  afterTyping(form.elements.content, async (content, isLatest) => {
    const body = new URLSearchParams({ csrf: form.elements.csrf.value, content });
    const response = await fetch(form.dataset.preview, { method: 'POST', body }).catch(() => undefined);
    if (response?.ok && !response.redirected && isLatest()) result.innerHTML = await response.text();
  });
}

// Times in the zone of the reader.
for (const time of document.querySelectorAll('time')) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  time.title = format.format(new Date(time.dateTime));
}

// A time that the server reads as UTC is typed in the zone of the reader.
for (const input of document.querySelectorAll('[data-utc]')) {
  const shift = (value, sign) => {
    const minutes = new Date(value).getTimezoneOffset();
    return new Date(Date.parse(`${value}Z`) + sign * minutes * 60_000).toISOString().slice(0, 16);
  };
  if (input.value !== '') input.value = shift(input.value, -1);
  input.form.addEventListener('formdata', ({ formData }) => {
    if (input.value !== '') formData.set(input.name, shift(input.value, 1));
  });
  const label = input.closest('label').querySelector('.field__label');
  label.textContent = label.textContent.replace('UTC', Intl.DateTimeFormat().resolvedOptions().timeZone);
}

// A menu closes when something else is clicked, and with Escape.
for (const menu of document.querySelectorAll('details.menu')) {
  document.addEventListener('click', (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
}

// The number of unread notifications, now and once a minute.
for (const link of document.querySelectorAll('[data-unread]')) {
  const [shown, spoken] = ['[data-shown]', '[data-spoken]'].map((each) => link.querySelector(each));
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
