export function copyLoosely(from: string, to: string): Promise<Map<string, string>>;
export function copyChanged(from: string, to: string, stamps: Map<string, string>): void;
