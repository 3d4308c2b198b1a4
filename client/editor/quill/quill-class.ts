/**
 * The part of Quill's format classes that our classes extend. Declared here, because the package's own types can only be
 * reached by an internal import path.
 */
export interface QuillClass {
  new (
    scroll: unknown,
    node: HTMLElement,
  ): {
    domNode: HTMLElement;
    format(name: string, value: unknown): void;
  };
  create(value: unknown): HTMLElement;
}
