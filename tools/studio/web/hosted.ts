// What stands in the place of a server where the page holds the compiler itself (playground/). A page that a server gives has none of it.
import type { ComponentType } from "preact";
import { type Program, Served } from "./program";
import type { Scene } from "./scene";

export interface HostedTab {
  id: "editor";
  title: () => string;
  content: ComponentType;
}

export interface Hosted {
  program: Program;
  name: string; // of the page
  folder: string; // that the program writes to
  licences: string; // their address
  StartPage: ComponentType;
  Menu: ComponentType; // at the begin of the main menu
  Dialogs: ComponentType; // those that no other page has
  tab: HostedTab; // the first one on the left
  translationTitle: () => string;
  Translation: ComponentType<{ scene: Scene }>; // in the place of the texts that were read, which the editor has
  // Hands a file that the program has written to the user.
  handOver: (path: string) => Promise<void>;
}

const served = { program: new Served() as Program, hosted: null as Hosted | null };

// To be called before the page starts.
export function hostPage(by: Hosted): void {
  served.program = by.program;
  served.hosted = by;
}

export const program = (): Program => served.program;
// Null where a server gives the page.
export const hosted = (): Hosted | null => served.hosted;
