/** The parts of a response that the tests look at. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; other text as it is. */
  readonly body: any;
}

/** Sends the requests of a person, with the cookie of their session. */
export class Person {
  /** Id of the user of the host; empty without a login. */
  id = '';
  private cookie = '';

  constructor(private readonly url: string) {}

  async send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''));
    if (cookies.length > 0) this.cookie = cookies.join('; ');
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}
