/** A slow line to a server: few bits per second, and a delay. Everything passes through it, the service worker too. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { closedGate, type Gate } from './gate.ts';

export interface SlowLine {
  url: string;
  /** Makes the line slow. Before, it passes everything at once. */
  slowDown(): void;
  speedUp(): void;
  /** Lets nothing pass until the line is made slow or fast. */
  hold(): void;
  close(): void;
}

export interface Speed {
  bytesPerSecond: number;
  /** The time in milliseconds from a request to the first byte of its reply. */
  roundTrip: number;
}

/** 400 kbit/s and 300 ms. */
export const SLOW: Speed = { bytesPerSecond: 50_000, roundTrip: 300 };

/** All connections share one direction of the line, a slice at a time. */
const SLICE = 2048;

class Direction {
  isSlow = false;
  #freeAt = 0;

  constructor(
    readonly speed: Speed,
    /** Waits while the line is held. */
    readonly passes: () => Promise<void> | undefined,
  ) {}

  async #turn(bytes: number): Promise<void> {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes / this.speed.bytesPerSecond) * 1000;
    await pass(this.#freeAt - now);
  }

  async carry(from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>)
      for (let start = 0; start < chunk.length; start += SLICE) {
        const slice = chunk.subarray(start, start + SLICE);
        await this.passes();
        if (!this.isSlow) to.write(slice);
        else {
          await this.#turn(slice.length);
          setTimeout(() => to.write(slice), this.speed.roundTrip / 2);
        }
      }
    setTimeout(() => to.end(), this.isSlow ? this.speed.roundTrip / 2 : 0);
  }
}

export async function slowLineTo(port: number, speed = SLOW): Promise<SlowLine> {
  const open = new Set<Socket>();
  let held: Gate | undefined;
  const passes = () => held?.passed;
  const [up, down] = [new Direction(speed, passes), new Direction(speed, passes)];
  const setSlow = (isSlow: boolean) => {
    up.isSlow = isSlow;
    down.isSlow = isSlow;
    held?.open();
    held = undefined;
  };
  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    for (const one of [socket, target]) {
      open.add(one);
      one.on('error', () => one.destroy()).on('close', () => open.delete(one));
    }
    void up.carry(socket, target).catch(() => target.destroy());
    void down.carry(target, socket).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown: () => setSlow(true),
    speedUp: () => setSlow(false),
    hold: () => {
      held ??= closedGate();
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
