/** The address of this test file's plant. */
let url: string | undefined;

export const setPlantUrl = (address: string): void => {
  url = address;
};

export function plantUrl(): string {
  if (!url) throw new Error('The plant of this test file is not started yet.');
  return url;
}
