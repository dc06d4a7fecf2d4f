import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp } from './app.js';

/** The editions of MCP that clients speak: that of 2026-07-28 without sessions, and the one before. */
export type Edition = 'current' | 'before';

/** What a tool returned: its structured answer, or the error. */
export interface ToolOutcome {
  /** The structured answer; undefined if it is an error. */
  readonly answer: any;
  /** Code, detail and arguments of the error; undefined if it is none. */
  readonly error: any;
  /** The text for models. */
  readonly text: string;
}

/** A client of an assistant. The official client checks answers against the output schemas of the tools. */
export interface Assistant {
  readonly client: Client;
  /** The names of the tools that were called. */
  readonly called: string[];
  call(tool: string, args?: Record<string, unknown>): Promise<ToolOutcome>;
  /** Returns the answer of a call that must be a success. */
  ask(tool: string, args?: Record<string, unknown>): Promise<any>;
  close(): Promise<void>;
}

/** Connects the official client of MCP to the service, with an access token. */
export async function connectAssistant(
  { url }: TestApp,
  token: string,
  edition: Edition = 'current',
): Promise<Assistant> {
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    { versionNegotiation: { mode: edition === 'current' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  // Loads the output schemas.
  await client.listTools();
  const called: string[] = [];
  const call: Assistant['call'] = async (name, args = {}) => {
    called.push(name);
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return isError
      ? { answer: undefined, error: JSON.parse(text), text }
      : { answer: structuredContent, error: undefined, text };
  };
  return {
    client,
    called,
    call,
    ask: async (name, args) => {
      const { answer, error } = await call(name, args);
      if (error !== undefined) throw new Error(`${name}: ${JSON.stringify(error)}`);
      return answer;
    },
    close: () => client.close(),
  };
}
