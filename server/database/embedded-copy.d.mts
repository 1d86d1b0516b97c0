export function copyLoosely(from: string, to: string): Promise<Map<string, string>>;
export function copyChanged(from: string, to: string, looks: Map<string, string>): void;
