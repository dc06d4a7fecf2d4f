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
