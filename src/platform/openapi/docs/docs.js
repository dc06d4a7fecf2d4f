// Adds the search, the samples and the requests to the documentation page.

/** The URL of the service, which may be below a path of another application or a proxy. */
const service = new URL('..', location.href).href.replace(/\/$/, '');

const field = (id) => document.getElementById(id);
const [search, results, token, project, account] = ['search', 'results', 'token', 'project', 'account'].map(
  field,
);

/** Creates an element with these properties. */
function element(name, properties = {}, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

// Requests

/** Returns the request that a form describes, without the token. */
function requestOf(form) {
  const { method, path } = form.dataset;
  const headers = {};
  const query = new URLSearchParams();
  let filled = path;
  for (const input of form.querySelectorAll('[data-in]')) {
    const { name, value, placeholder } = input;
    if (input.dataset.in === 'path') {
      filled = filled.replace(`{${name}}`, encodeURIComponent(value || placeholder));
    } else if (value !== '' && input.dataset.in === 'header') {
      headers[name] = value;
    } else if (value !== '') {
      const values = 'repeated' in input.dataset ? value.split(/\s*,\s*/) : [value];
      for (const each of values) query.append(name, each);
    }
  }
  const { body, file } = form.elements;
  if (body) headers['Content-Type'] = 'application/json';
  if (file) headers['Content-Type'] = file.files[0]?.type || 'application/octet-stream';
  const search = query.size > 0 ? `?${query}` : '';
  return { method, url: `${service}${filled}${search}`, headers, body: body?.value, file };
}

/** Sends the request of a form and shows the response. */
async function send(form) {
  const output = form.querySelector('output');
  const { method, url, headers, body, file } = requestOf(form);
  if (token.value && !('public' in form.dataset)) headers['Authorization'] = `Bearer ${token.value.trim()}`;
  const since = performance.now();
  output.replaceChildren('…');
  try {
    const response = await fetch(url, { method, headers, body: body ?? file?.files[0] });
    const text = await textOf(response);
    const duration = Math.round(performance.now() - since);
    const status = `${response.status} ${response.statusText}`.trim();
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    output.replaceChildren(
      element('strong', { className: response.ok ? 'success' : 'failure' }, status),
      ` in ${duration} ms `,
      response.status === 401 ? 'Enter an access token at the top of the page.' : '',
      element('pre', { tabIndex: 0 }, text),
      element('details', {}, element('summary', {}, 'Headers'), element('pre', {}, lines.join('\n'))),
    );
  } catch (error) {
    output.replaceChildren(element('strong', { className: 'failure' }, `No response: ${error.message}`));
  }
}

const maxLength = 200_000;

async function textOf(response) {
  const type = response.headers.get('content-type') ?? '';
  const blob = await response.blob();
  if (blob.size === 0) return '(no content)';
  if (!/json|text|xml/.test(type)) return `(${blob.size} bytes of ${type})`;
  const text = await blob.text();
  const shown = /\bjson\b/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return shown.length > maxLength ? `${shown.slice(0, maxLength)}\n…` : shown;
}

// Samples

const samples = {
  curl({ method, url, headers, body, file }) {
    const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
    return [
      `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
      ...headerLines(headers).map(([name, value]) =>
        name === 'Authorization' ? `-H "Authorization: Bearer $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`,
      ),
      ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
      ...(file ? ['--data-binary @file'] : []),
    ].join(' \\\n  ');
  },
  'TypeScript client': (_request, form) =>
    [
      "import { FeedbackClient } from 'feedback-changelog-client';",
      `const client = new FeedbackClient({ baseUrl: '${service}', token });`,
      form.dataset.clientCall.replace(
        "('acme'",
        () => `(${JSON.stringify(project.value).replaceAll('"', "'")}`,
      ),
    ].join('\n\n'),
  fetch({ method, url, headers, body, file }) {
    const lines = headerLines(headers).map(([name, value]) =>
      name === 'Authorization'
        ? '    authorization: `Bearer ${token}`,'
        : `    '${name.toLowerCase()}': '${value}',`,
    );
    return [
      `const response = await fetch('${url}', {`,
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
      ...(file ? ['  body: file,'] : []),
      '});',
    ].join('\n');
  },
  Python({ method, url, headers, body, file }) {
    const lines = headerLines(headers).map(([name, value]) =>
      name === 'Authorization'
        ? `        "Authorization": f"Bearer {token}",`
        : `        "${name}": ${JSON.stringify(value)},`,
    );
    return [
      'import requests\n',
      `response = requests.${method.toLowerCase()}(`,
      `    "${url}",`,
      ...(lines.length > 0 ? ['    headers={', ...lines, '    },'] : []),
      ...(body === undefined ? [] : [`    data=r"""${body}""".encode(),`]),
      ...(file ? ['    data=open("file", "rb"),'] : []),
      ')',
    ].join('\n');
  },
};

let language = 'curl';

function headerLines(headers) {
  return Object.entries(headers);
}

/** Shows the request of a form as a sample in the chosen language. */
function showSample(form) {
  const request = requestOf(form);
  if (!('public' in form.dataset)) request.headers = { Authorization: '', ...request.headers };
  const select = element('select', { ariaLabel: 'Language' });
  select.append(
    ...Object.keys(samples).map((name) => element('option', { selected: name === language }, name)),
  );
  const text = samples[language](request, form);
  const copy = element('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', () => navigator.clipboard.writeText(text));
  select.addEventListener('change', () => {
    language = select.value;
    showSamples();
  });
  form.querySelector('.samples').replaceChildren(select, ' ', copy, element('pre', { tabIndex: 0 }, text));
}

function showSamples() {
  for (const form of document.querySelectorAll('details[open] > .columns form')) showSample(form);
}

for (const operation of document.querySelectorAll('.operation')) {
  const form = operation.querySelector('form');
  if (!form) continue;
  operation.addEventListener('toggle', () => operation.open && showSample(form));
  form.addEventListener('input', ({ target }) => {
    if (target.name === 'projectSlug') setProject(target.value);
    else if (target.dataset.in || target.name === 'body') showSample(form);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

// The project and the token

function setProject(slug) {
  project.value = slug;
  for (const input of document.querySelectorAll('[name=projectSlug]')) input.value = slug;
  showSamples();
}

/** Offers the projects of the token, and chooses the first one if the current one is not among them. */
async function loadProjects() {
  account.className = '';
  if (!token.value) return account.replaceChildren();
  const headers = { Authorization: `Bearer ${token.value.trim()}` };
  const response = await fetch(`${service}/v1/projects`, { headers });
  const answer = await response.json();
  if (!response.ok) {
    account.className = 'failure';
    return account.replaceChildren(answer.detail);
  }
  field('projects').replaceChildren(
    ...answer.map(({ slug, name }) => element('option', { value: slug }, name)),
  );
  account.replaceChildren(answer.length > 0 ? '' : 'The token has no projects.');
  const [first] = answer;
  if (first && !answer.some(({ slug }) => slug === project.value)) setProject(first.slug);
}

token.addEventListener('change', () => void loadProjects());
project.addEventListener('input', () => setProject(project.value));
setProject(new URLSearchParams(location.search).get('project') ?? project.value);

for (const code of document.querySelectorAll('main pre code')) {
  code.textContent = code.textContent.replaceAll('http://127.0.0.1:3000', service);
}

// Search

const entries = [...document.querySelectorAll('.operation, .schema, h2[id], .guide h3[id], tr[id]')].map(
  (target) => {
    const isOperation = target.matches('.operation');
    const title =
      target.querySelector('h3')?.textContent ??
      target.querySelector('td')?.textContent ??
      target.textContent;
    const about = isOperation
      ? target.querySelector('summary > code').textContent
      : target.matches('.schema')
        ? 'Schema'
        : target.matches('.errors *')
          ? 'Error code'
          : target.matches('.guide *')
            ? 'Guide'
            : 'Section';
    const method = isOperation ? `${target.querySelector('.method').textContent} ` : '';
    const text =
      `${title} ${target.dataset.words ?? ''} ${isOperation ? '' : target.textContent}`.toLowerCase();
    return { id: target.id, title, about: `${method}${about}`, text };
  },
);

/** Returns the entries that contain all words, those with the words in their titles first. */
function find(words) {
  const rank = ({ title, about }) => {
    const lower = title.toLowerCase();
    if (lower === words.join(' ')) return 0;
    if (words.every((word) => lower.includes(word))) return /Error|^[A-Z]+ /.test(about) ? 1 : 2;
    return 3;
  };
  return entries
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map((entry) => [rank(entry), entry])
    .sort(([a], [b]) => a - b)
    .slice(0, 30)
    .map(([, entry]) => entry);
}

function showResults() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length > 0 ? find(words) : [];
  const items = found.map(({ id, title, about }) =>
    element(
      'li',
      { role: 'option' },
      element('a', { href: `#${id}` }, element('b', {}, title), ' ', element('small', {}, about)),
    ),
  );
  if (words.length > 0 && items.length === 0) items.push(element('li', {}, 'Nothing found.'));
  results.replaceChildren(...items);
  results.hidden = items.length === 0;
  search.ariaExpanded = String(!results.hidden);
}

function closeResults() {
  results.hidden = true;
  search.ariaExpanded = 'false';
}

search.addEventListener('input', showResults);
search.addEventListener('focus', showResults);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') results.querySelector('a')?.click();
});
results.addEventListener('click', ({ target }) => target.closest('a') && closeResults());
document.querySelector('.search').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeResults();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || results.hidden) return;
  event.preventDefault();
  const stops = [search, ...results.querySelectorAll('a')];
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
});
document.addEventListener('click', ({ target }) => target.closest('.search') || closeResults());
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select');
  if (!((event.ctrlKey || event.metaKey) && event.key === 'k') && (event.key !== '/' || isTyping)) return;
  event.preventDefault();
  search.focus();
  search.select();
});

// Contents

const menu = field('menu');

function toggleMenu(isOpen) {
  menu.ariaExpanded = String(isOpen);
  document.body.classList.toggle('with-contents', isOpen);
}

menu.addEventListener('click', () => toggleMenu(menu.ariaExpanded !== 'true'));
field('contents').addEventListener('click', ({ target }) => target.closest('a') && toggleMenu(false));

/** Opens what the fragment of the URL leads to. */
function openTarget() {
  const target = field(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const closed = target.closest('details');
  if (closed) closed.open = true;
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);
document.addEventListener('click', ({ target }) => {
  // The fragment does not change when a link is followed again.
  if (target.closest?.('a')?.hash === location.hash && location.hash) openTarget();
});
openTarget();
