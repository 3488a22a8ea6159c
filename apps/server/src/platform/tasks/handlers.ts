import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A method of a provider that carries something out, bound to its provider. */
export type Handler<Arguments extends unknown[]> = (...args: Arguments) => Promise<void>;

/** Finds the methods that a decorator has marked with what they are for. */
@Injectable()
export class Handlers {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /**
   * The handlers by the name of what they are for.
   * @throws Error unless everything defined has exactly one
   */
  find<Definition extends { name: string }, Arguments extends unknown[]>(
    metadata: string,
    defined: readonly Definition[],
  ): ReadonlyMap<string, Handler<Arguments>> {
    const found = this.discovery.getProviders().flatMap((wrapper) => {
      const instance: unknown = wrapper.instance;
      if (!wrapper.isDependencyTreeStatic() || typeof instance !== 'object' || instance === null) {
        return [];
      }
      const prototype: unknown = Object.getPrototypeOf(instance);
      return typeof prototype === 'object' && prototype !== null
        ? this.scanner
            .getAllMethodNames(prototype)
            .flatMap((name) => this.read<Definition, Arguments>(metadata, instance, name))
        : [];
    });
    return checkHandlers(found, defined);
  }

  private read<Definition, Arguments extends unknown[]>(
    metadata: string,
    instance: object,
    name: string,
  ): [Definition, Handler<Arguments>][] {
    const method: unknown = Reflect.get(instance, name);
    if (typeof method !== 'function') {
      return [];
    }
    const definition = this.reflector.get<Definition | undefined>(metadata, method);
    return definition
      ? [[definition, async (...args) => void (await Reflect.apply(method, instance, args))]]
      : [];
  }
}

/** Everything defined has exactly one handler, or the worker does not start. */
export function checkHandlers<Definition extends { name: string }, H>(
  found: readonly [Definition, H][],
  defined: readonly Definition[],
): ReadonlyMap<string, H> {
  for (const { name } of defined) {
    const count = found.filter(([definition]) => definition.name === name).length;
    if (count !== 1) {
      throw new Error(`${name} has ${count} handlers; it needs exactly one.`);
    }
  }
  return new Map(found.map(([{ name }, handler]) => [name, handler]));
}
