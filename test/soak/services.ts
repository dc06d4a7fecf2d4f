import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/postgres-servers.js';
import { ServiceProcess } from '../support/running-service.js';
import type { Ledger } from './ledger.js';

/** Processes of the service on one database. Each keeps its port when it is started again. */
export class Services {
  private readonly processes: ServiceProcess[] = [];
  private readonly ports: number[] = [];

  constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly settings: Record<string, string>,
    private readonly ledger: Ledger,
  ) {}

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      this.ports.push(await freePort());
      this.processes.push(await this.launch(index));
    }
  }

  get urls(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Kills a process and starts it again. */
  async kill(index: number): Promise<void> {
    await this.at(index).kill();
    this.processes[index] = await this.launch(index);
  }

  /** Stops a process as an operator does, and starts it again. Clients that keep sending requests must see no broken connection. */
  async restart(index: number, token: string): Promise<void> {
    const service = this.at(index);
    const clients = Promise.all(Array.from({ length: 6 }, () => sendUntilClosed(service.url, token)));
    // Handled below.
    clients.catch(() => undefined);
    service.signal('SIGTERM');
    await clients.catch((error: unknown) =>
      this.ledger.report(`A graceful stop broke a connection: ${String(error)}`),
    );
    const code = await service.end();
    if (code !== 0)
      this.ledger.report(`A graceful stop ended with ${code}:\n${service.output.slice(-2_000)}`);
    this.processes[index] = await this.launch(index);
  }

  /** Stops all processes, and reports those that had ended before. */
  async stop(): Promise<void> {
    for (const service of this.processes) {
      if (service.hasEnded) this.ledger.report(`A process ended by itself:\n${service.output.slice(-2_000)}`);
      service.signal('SIGTERM');
    }
    for (const service of this.processes) {
      const code = await service.end();
      if (code !== 0)
        this.ledger.report(`The last stop ended with ${code}:\n${service.output.slice(-2_000)}`);
    }
  }

  async killAll(): Promise<void> {
    await Promise.all(this.processes.map((service) => service.kill()));
  }

  /** Memory of each process (RSS) in MB; empty where there is no /proc. */
  memory(): number[] {
    return this.processes.flatMap(({ pid }) => {
      try {
        const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return Math.round(Number(kilobytes) / 1024);
      } catch {
        return [];
      }
    });
  }

  private at(index: number): ServiceProcess {
    const service = this.processes[index];
    if (!service) throw new Error(`There is no process ${index}.`);
    return service;
  }

  private launch(index: number): Promise<ServiceProcess> {
    return ServiceProcess.start(
      this.folder,
      { ...this.settings, PORT: String(this.ports[index]) },
      this.program,
    );
  }
}

/** Sends requests on one connection until a response closes it, as a load balancer does. */
async function sendUntilClosed(url: string, token: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let isOpen = true; isOpen;) {
      const headers = { authorization: `Bearer ${token}` };
      const request = httpRequest(`${url}/v1/me`, { agent, headers }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await text(response);
      isOpen = response.headers.connection !== 'close';
    }
  } finally {
    agent.destroy();
  }
}
